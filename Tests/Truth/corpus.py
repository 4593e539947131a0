"""Paragraphs in many languages: our own sentences, and texts of the host's translation packages, read where they lie."""

import glob
import os
import random
import re
import struct

FOLDER = os.path.dirname(os.path.abspath(__file__))
LOCALES = "/usr/share/locale"
# The locales whose catalogues have texts of a language.
CATALOGUES = {"zh-Hans": ["zh_CN"], "zh-Hant": ["zh_TW"], "km": ["km", "km_KH"], "en": ["en_GB"]}
# Placeholders, markup and escapes of catalogues are not prose.
NO_PROSE = re.compile(r"[%<>\\{}|$\x00-\x09\x0b-\x1f\u200e\u200f\u202a-\u202e\u2066-\u2069]|&\w+;|_[A-Za-z]|--[a-z]")


def read_sentences():
    """The sentences of each language with its script, and the pieces that feeds put between them."""
    languages, pieces, current = {}, [], None
    with open(os.path.join(FOLDER, "sentences.txt"), encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("["):
                name, script = line.strip("[]").split()
                current = pieces if name == "*" else languages.setdefault(name, (script, []))[1]
            elif line and not line.startswith("# "):
                current.append(line)
    return languages, pieces


def messages(path):
    """The translations in a catalogue of gettext."""
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < 28:
        return
    order = {b"\xde\x12\x04\x95": "<", b"\x95\x04\x12\xde": ">"}.get(data[:4])
    if not order:
        return
    count, _, table = struct.unpack_from(order + "3I", data, 8)
    for number in range(count):
        length, start = struct.unpack_from(order + "2I", data, table + 8 * number)
        try:
            yield from data[start:start + length].decode("utf-8").split("\0")
        except UnicodeDecodeError:
            return


def installed_texts(language, count, generator):
    """Paragraphs of prose in the host's catalogues of a language; fewer, or none, where it has none."""
    found = set()
    for locale in CATALOGUES.get(language, [language]):
        for path in sorted(glob.glob(f"{LOCALES}/{locale}/LC_MESSAGES/*.mo")):
            for message in messages(path):
                for part in message.split("\n\n"):
                    text = " ".join(part.split())
                    shortest = 24 if language in ("ja", "ko", "zh-Hans", "zh-Hant") else 60
                    if shortest <= len(text) <= 400 and not NO_PROSE.search(text) and " " * 2 not in text:
                        found.add(text)
    texts = sorted(found)
    generator.shuffle(texts)
    return texts[:count]


def paragraphs(count, seed=1, installed=True):
    """So many paragraphs in equal parts of each language: `(language, script, source, text)`."""
    languages, pieces = read_sentences()
    result = []
    share = -(-count // len(languages))
    for language, (script, sentences) in languages.items():
        generator = random.Random(f"{seed} {language}")
        found = installed_texts(language, share // 2, generator) if installed else []
        texts = [(text, "installed") for text in found]
        seen = set()
        space = "" if script in ("Jpan", "Hans", "Hant") else " "
        while len(texts) < share:
            chosen = generator.sample(sentences, generator.randint(1, 3))
            if generator.random() < 0.6:
                chosen.insert(generator.randint(0, len(chosen)), generator.choice(pieces))
            text = chosen[0]
            for last, following in zip(chosen, chosen[1:]):
                both = last in pieces or following in pieces
                text += (" " if both and generator.random() < 0.8 else space) + following
            if text not in seen:
                seen.add(text)
                texts.append((text, "own"))
        result += [(language, script, source, text) for text, source in texts]
    return result
