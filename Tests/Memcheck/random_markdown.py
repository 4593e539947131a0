#!/usr/bin/env python3
"""Writes random texts of Markdown as posts of ActivityPub, with the signs that cmark-gfm reads memory by.

    random_markdown.py COUNT SEED > posts.json

The texts are short, so that each combination of signs is frequent: brackets, footnotes, entities, code, tables, quotations,
lists, addresses and references. One of ten is long enough for cmark-gfm's buffers to move.
"""
import json
import random
import sys

PARTS = [
    "[", "]", "^", "[^", "[^x]", "[^x]: y\n", "[x]: /a 'b'\n", "](/a)", "][x]", "[]", "!", "![", "\n", "\n\n", "\r",
    "\r\n", "    ", "\t", "> ", "- ", "1. ", "`", "``", "```\n", "~~~\n", "\\", "*", "_", "~", "~~", "a", "b c", "&#94;",
    "&Hat;", "&#x5e;", "&amp;", "&#0;", "\0", "|", "|-|\n", "|a|\n", " ", "#", "(", ")", "<", ">", "<b>", "<!--", "-->",
    "<?", "http://a.b", "www.a.b", "a@b.c", ":", "é", "😀", "\u0301", "\u000b", "\u0001", "\ufeff", "- [x] ", "===\n",
]


def text(choose):
    parts = choose.choices(PARTS, k=choose.randrange(1, 40))
    if choose.random() < 0.1:
        parts.insert(choose.randrange(len(parts)), choose.choice(["a", "[", "&Hat;", "é", "]"]) * 3000)
    return "".join(parts)


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    choose = random.Random(seed)
    posts = [
        {"type": "Note", "id": f"https://a.example/{number}", "mediaType": "text/markdown", "content": text(choose)}
        for number in range(count)
    ]
    json.dump(
        {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection", "orderedItems": posts}, sys.stdout)


main()
