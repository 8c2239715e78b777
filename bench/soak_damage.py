"""Ways to damage a file, for bench/soak."""

WORDS = [b"nan", b"inf", b"-1", b"0", b"1e308", b"-1e308", b"1e-320", b"99999999999999999999", b"2147483648", b"''", b"[", b"]", b"{", b"}",
         b"\"", b"\0", b"\xff\xfe", b"true", b"file", b"../..", b"/dev/zero", b"\n\n", b"=", b"1e5", b"0.5", b"#", b"2", b"1e-5"]  # fmt: skip
NUMBERS = [b"\0" * 8, b"\xff" * 8, b"\x7f\xf0" + b"\0" * 6, b"\0\0\x80\x7f", b"\0\0\xc0\x7f", b"\xff\xff\xff\x7f", b"\1\0\0\0", b"\0\0\0\x80",
           b"\xff\xff", b"\0\0\0\0\0\0\xf0\x7f", b"\2\0\0\0\0\0\0\0"]  # fmt: skip


def damaged(data, random, is_text):
    """One to four damages of a file's bytes."""
    before, data = data, bytearray(data)
    while data == before:
        for _ in range(random.choice([1, 1, 1, 2, 4])):
            damage(data, random, is_text)
    return bytes(data)


def damage(data, random, is_text):
    if not data:
        return
    at, length = random.randrange(len(data)), random.choice([1, 1, 4, 8, 30, 200])
    kind = random.randrange(8)
    if kind == 0:
        data[at] ^= 1 << random.randrange(8)
    elif kind == 1:
        data[at] = random.randrange(256)
    elif kind == 2:
        del data[at : at + length]
    elif kind == 3:
        data[at:at] = data[random.randrange(len(data)) :][:length]
    elif kind == 4 and random.random() < 0.3:
        del data[at:]
    elif is_text and kind == 5:
        swap_lines(data, random)
    elif is_text:
        replace_word(data, random)
    else:
        number = random.choice(NUMBERS)
        data[at : at + len(number)] = number


def replace_word(data, random):
    """A word of a text, mostly a number, by another; at times by one of the same text."""
    at, end = word_at(data, random)
    word = random.choice(WORDS)
    if random.random() < 0.3:
        first, last = word_at(data, random)
        word = data[first:last]
    data[at:end] = word


def word_at(data, random):
    at = random.randrange(len(data))
    stops = b" \t\n,=[]{}\""
    while at > 0 and data[at - 1] not in stops:
        at -= 1
    end = at
    while end < len(data) and data[end] not in stops:
        end += 1
    return at, end


def swap_lines(data, random):
    """A line to another place, or a second time."""
    lines = bytes(data).split(b"\n")
    line = random.choice(lines)
    if random.random() < 0.5:
        lines.remove(line)
    lines.insert(random.randrange(len(lines) + 1), line)
    data[:] = b"\n".join(lines)
