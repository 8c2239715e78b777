"""counted.py COMMAND...: runs it and tells the seconds of processors that it took, for scripts/check_times."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from support import cpu_seconds  # noqa: E402

code = subprocess.call(sys.argv[1:])
print(f"CPU seconds: {cpu_seconds():.1f}")
sys.exit(code)
