"""Tables of docs/performance.md: scripts put theirs between markers, and read those of others."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"


def write_table(marker, table):
    """Replaces what stands between the named marker and the next end marker of the page."""
    text, n = re.subn(rf"(<!-- {marker} -->\n).*?(<!-- end -->)", lambda m: m.group(1) + table + "\n" + m.group(2),
                      PAGE.read_text(), count=1, flags=re.S)
    if n == 0:
        sys.exit(f"{PAGE.relative_to(ROOT)} has no place for it: <!-- {marker} --> ... <!-- end -->")
    PAGE.write_text(text)
    print(f"written into {PAGE.relative_to(ROOT)}")


def read_table(marker):
    """What stands between the named marker and the next end marker of the page."""
    found = re.search(rf"<!-- {marker} -->\n(.*?)<!-- end -->", PAGE.read_text(), flags=re.S)
    if not found:
        sys.exit(f"{PAGE.relative_to(ROOT)} has no place for it: <!-- {marker} --> ... <!-- end -->")
    return found[1]


def lines_of(marker):
    """The rows of the table there, without its head."""
    return [line for line in read_table(marker).splitlines() if line.startswith("|")][2:]


def rows_of(marker):
    """Their cells, thousands as plain digits."""
    return [[cell.strip().replace(",", "") for cell in line.strip("|").split("|")] for line in lines_of(marker)]
