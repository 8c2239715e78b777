"""The four forms of a Gmsh file from one, 2.2 as text, that the program writes."""

import struct


def parts(text):
    """Lines of names, nodes [(tag, x, y, z)] and elements [(kind, group, nodes)]."""
    lines = iter(text.splitlines())
    names, nodes, elements = [], [], []
    for line in lines:
        if line == "$PhysicalNames":
            names = [next(lines) for _ in range(int(next(lines)))]
        elif line == "$Nodes":
            for _ in range(int(next(lines))):
                tag, *x = next(lines).split()
                nodes.append((int(tag), *map(float, x)))
        elif line == "$Elements":
            for _ in range(int(next(lines))):
                _, kind, n_tags, *rest = map(int, next(lines).split())
                elements.append((kind, rest[0], rest[n_tags:]))
    return names, nodes, elements


class Writer:
    def __init__(self, binary):
        self.binary, self.data = binary, b""

    def line(self, text=""):
        self.data += text.encode() + b"\n"
        return self

    def numbers(self, layout, *values):
        """Layout: letters of struct."""
        if self.binary:
            self.data += struct.pack("<" + layout, *values)
        else:
            self.data += " ".join(map(repr, values)).encode() + b"\n"
        return self


def converted(text, version, binary):
    names, nodes, elements = parts(text)
    out = Writer(binary).line("$MeshFormat").line(f"{version} {int(binary)} 8")
    if binary:
        out.numbers("i", 1).line()
    out.line("$EndMeshFormat").line("$PhysicalNames").line(str(len(names)))
    for name in names:
        out.line(name)
    out.line("$EndPhysicalNames")
    (write_4 if version > 3 else write_2)(out, nodes, elements)
    return out.data


def write_2(out, nodes, elements):
    out.line("$Nodes").line(str(len(nodes)))
    for node in nodes:
        out.numbers("iddd", *node)
    out.line("$EndNodes").line("$Elements").line(str(len(elements)))
    for number, (kind, group, corners) in enumerate(elements, 1):
        head = (kind, 1, 2, number) if out.binary else (number, kind, 2)
        out.numbers(f"{len(head) + 2 + len(corners)}i", *head, group, group, *corners)
    out.line("$EndElements")


DIMENSION = {2: 2, 3: 2, 4: 3, 5: 3}  # by Gmsh's kind of element


def write_4(out, nodes, elements):
    blocks = {}
    for kind, group, corners in elements:
        blocks.setdefault((DIMENSION[kind], group, kind), []).append(corners)
    entities = sorted({key[:2] for key in blocks})
    out.line("$Entities").numbers("4Q", 0, 0, *(sum(d == e[0] for e in entities) for d in (2, 3)))
    for _, group in entities:
        out.numbers("i6dQiQ", group, *[0.5] * 6, 1, group, 0)
    out.line("$EndEntities").line("$Nodes").numbers("4Q", 1, len(nodes), 1, len(nodes)).numbers("3iQ", 3, entities[-1][1], 0, len(nodes))
    for tag, *_ in nodes:
        out.numbers("Q", tag)
    for _, *x in nodes:
        out.numbers("3d", *x)
    out.line("$EndNodes").line("$Elements").numbers("4Q", len(blocks), len(elements), 1, len(elements))
    number = 0
    for (dimension, group, kind), list_of_corners in sorted(blocks.items()):
        out.numbers("3iQ", dimension, group, kind, len(list_of_corners))
        for corners in list_of_corners:
            number += 1
            out.numbers(f"{1 + len(corners)}Q", number, *corners)
    out.line("$EndElements")
