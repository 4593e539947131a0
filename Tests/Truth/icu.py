"""Breaks of lines by the host's ICU, which has the dictionaries of languages without spaces between words."""

import ctypes
import ctypes.util
import re

LINES, DONE = 2, -1


class BreakIterator:
    """ICU's line iterator of the host, by its C interface."""

    def __init__(self):
        name = ctypes.util.find_library("icuuc")
        if not name:
            raise OSError("ICU is not here: make setup")
        self.version = re.search(r"\.so\.(\d+)", name)[1]
        library = ctypes.CDLL(name)
        self.open, self.next, self.close = (
            getattr(library, f"ubrk_{verb}_{self.version}") for verb in ("open", "next", "close"))
        self.open.restype = ctypes.c_void_p
        self.open.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p]
        self.next.argtypes = self.close.argtypes = [ctypes.c_void_p]

    def breaks(self, text, language):
        """The offsets, in characters, before which a line of `text` may start."""
        units = text.encode("utf-16-le")
        buffer, status = ctypes.create_string_buffer(units), ctypes.c_int(0)
        iterator = self.open(LINES, language.encode(), buffer, len(units) // 2, ctypes.byref(status))
        if status.value > 0 or not iterator:
            raise OSError(f"ICU has no breaks of {language}: error {status.value}")
        places = set()
        while (place := self.next(iterator)) != DONE:
            places.add(len(units[:2 * place].decode("utf-16-le")))
        self.close(iterator)
        return places


def words(text, breaks, start):
    """The parts of `text`, which begins at offset `start` of a paragraph: `[part, is_word]`.

    A word is a stretch of letters of one dictionary, between breaks.
    """
    parts = []
    for stretch in re.finditer(r"([\u1780-\u17ff\u0e80-\u0eff]+)|[^\u1780-\u17ff\u0e80-\u0eff]+", text):
        is_word = stretch[1] is not None
        last = stretch.start()
        for place in range(stretch.start() + 1, stretch.end()):
            if is_word and start + place in breaks:
                parts.append([text[last:place], True])
                last = place
        parts.append([text[last:stretch.end()], is_word])
    return parts
