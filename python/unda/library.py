"""libunda.so: the program as a library (src/api/unda.h), opened when it is first used. The one place that knows ctypes."""

from __future__ import annotations

import ctypes
import json
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import InputError, RunError

Array = npt.NDArray[Any]

_HERE = Path(__file__).resolve().parent
_TYPES: dict[int, np.dtype[Any]] = {0: np.dtype(np.float32), 1: np.dtype(np.float64), 2: np.dtype(np.int64)}
_NUMBERS = {"float32": 0, "float64": 1}

_Watch = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_double)
_AfterStep = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_double
)


class _Array(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_int),
        ("n_axes", ctypes.c_int),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("data", ctypes.c_void_p),
    ]


class _Listener(ctypes.Structure):
    _fields_ = [
        ("self", ctypes.c_void_p),
        ("watch", _Watch),
        ("after_step", _AfterStep),
        ("every", ctypes.c_int64),
    ]


def _candidates() -> list[Path]:
    """Where the library may be: as the environment says, in a wheel, in a build tree, after an installation."""
    named = os.environ.get("UNDA_LIBRARY")
    if named:
        return [Path(named)]
    build = os.environ.get("UNDA_BUILD_DIR", str(_HERE.parent.parent / "build"))
    return [_HERE / "libunda.so", Path(build) / "libunda.so", _HERE.parents[3] / "lib" / "libunda.so"]


@cache
def _library() -> ctypes.CDLL:
    if not {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT"} & set(os.environ):
        os.environ["GOMP_SPINCOUNT"] = "1000"  # as the program: threads that wait sleep soon, and others may work
    for path in _candidates():
        if path.exists():
            library = ctypes.CDLL(str(path))
            break
    else:
        looked = ", ".join(str(path) for path in _candidates())
        raise ImportError(f"libunda.so was not found ({looked}): build it with ./unda python, or pip install the package")
    text = ctypes.c_void_p  # freed by unda_free_text
    for name, result, arguments in (
        ("unda_free_text", None, [text]),
        ("unda_info", text, []),
        ("unda_keys", text, []),
        (
            "unda_read",
            ctypes.c_void_p,
            [ctypes.c_char_p, ctypes.POINTER(_Array), ctypes.c_size_t, ctypes.POINTER(text)],
        ),
        ("unda_free_scenario", None, [ctypes.c_void_p]),
        ("unda_plan", text, [ctypes.c_void_p]),
        ("unda_model", ctypes.c_void_p, [ctypes.c_void_p, ctypes.POINTER(text)]),
        (
            "unda_run",
            ctypes.c_void_p,
            [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(_Listener), ctypes.POINTER(text)],
        ),
        ("unda_open", ctypes.c_void_p, [ctypes.c_char_p, ctypes.POINTER(text)]),
        ("unda_values", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_size_t]),
        ("unda_free_result", None, [ctypes.c_void_p]),
        ("unda_wavefield", text, [ctypes.c_void_p, ctypes.c_char_p]),
        ("unda_wavefield_values", ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]),
        ("unda_wavefield_mesh", ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
        ("unda_energy", ctypes.c_double, [ctypes.c_void_p]),
        ("unda_compare", text, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p]),
    ):
        function = getattr(library, name, None)
        if function is None:
            raise ImportError(f"{path} is of another version of Unda, without {name}: build it again")
        function.restype, function.argtypes = result, arguments
    missing = _answer(library, library.unda_info())["missing_isa"]
    if missing:
        raise ImportError(f"libunda.so was compiled for a CPU with {missing}, which this one lacks: build it here")
    return library


def _answer(library: ctypes.CDLL, text: int) -> Any:
    """What a call answered, or the exception that it stands for."""
    try:
        document = json.loads(ctypes.string_at(text).decode("utf-8", "replace"))
    finally:
        library.unda_free_text(text)
    error = document.get("error") if isinstance(document, dict) else None
    if not error:
        return document
    messages = list(error["messages"])
    if error["kind"] == "input":
        raise InputError(messages, key_in(messages[0]))
    if error["kind"] == "memory":
        raise MemoryError(messages[0])
    raise RunError(messages[0])


def key_in(message: str) -> str | None:
    """The key that a complaint is about: "file.toml:14: source.position: z = 120 lies above the surface"."""
    found = re.match(r"(?:.*?:\d+: |--set [^ ]+: |.*?\.toml: )?([A-Za-z_][\w.]*): ", message)
    return found.group(1) if found else None


def info() -> dict[str, Any]:
    """Version, GPUs, threads and instruction set of the library."""
    return dict(_answer(_library(), _library().unda_info()))


def keys() -> list[dict[str, Any]]:
    """The tables of a scenario and their keys, as they are declared."""
    return list(_answer(_library(), _library().unda_keys()))


class ScenarioHandle:
    """A scenario that was read and found right. The arrays stay as long as it does."""

    _handle: int | None = None

    def __init__(self, request: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        self._library = _library()
        self._arrays = dict(arrays)
        self._shapes = [(ctypes.c_int64 * a.ndim)(*a.shape) for a in self._arrays.values()]
        given = (_Array * len(self._arrays))(
            *(
                _Array(name.encode(), _NUMBERS[a.dtype.name], a.ndim, shape, a.ctypes.data)
                for (name, a), shape in zip(self._arrays.items(), self._shapes)
            )
        )
        answer = ctypes.c_void_p()
        self._handle = self._library.unda_read(
            json.dumps(request).encode(), given, len(self._arrays), ctypes.byref(answer)
        )
        self.facts: dict[str, Any] = _answer(self._library, answer.value or 0)

    def __del__(self) -> None:
        if self._handle:
            self._library.unda_free_scenario(self._handle)

    def plan(self) -> dict[str, Any]:
        return dict(_answer(self._library, self._library.unda_plan(self._handle)))

    def model(self) -> ResultHandle:
        """Sections through the model, as arrays."""
        answer = ctypes.c_void_p()
        result = ResultHandle(self._library, self._library.unda_model(self._handle, ctypes.byref(answer)))
        result.facts = _answer(self._library, answer.value or 0)
        return result

    def run(
        self,
        options: Mapping[str, Any],
        watch: Callable[[int, int, float], bool],
        after_step: Callable[[Simulation], bool] | None,
        every: int,
    ) -> ResultHandle:
        """Both functions are called on this thread and end the run by True, or by an exception, which is raised here."""
        raised: list[BaseException] = []
        interrupts: list[int] = []

        def guarded(function: Callable[[], bool]) -> int:
            try:
                return 1 if raised or interrupts or function() else 0
            except BaseException as error:  # ctypes would print it and go on
                raised.append(error)
                return 1

        def on_watch(_self: int, step: int, n_steps: int, time: float) -> int:
            return guarded(lambda: bool(watch(step, n_steps, time)))

        def on_step(_self: int, simulation: int, step: int, n_steps: int, time: float) -> int:
            seen = Simulation(self._library, simulation, step, n_steps, time)
            try:
                return guarded(lambda: bool(after_step and after_step(seen)))
            finally:
                seen._handle = None

        watching = _Watch(on_watch)
        stepping = _AfterStep(on_step if after_step else 0)  # type: ignore[call-overload]
        listener = _Listener(None, watching, stepping, every if after_step else 0)
        answer = ctypes.c_void_p()
        with _noting(interrupts):
            handle = self._library.unda_run(
                self._handle, json.dumps(options).encode(), ctypes.byref(listener), ctypes.byref(answer)
            )
        result = ResultHandle(self._library, handle)
        if raised:
            self._library.unda_free_text(answer)
            raise raised[0]
        if interrupts:
            self._library.unda_free_text(answer)
            raise KeyboardInterrupt
        result.facts = _answer(self._library, answer.value or 0)
        return result


@contextmanager
def _noting(interrupts: list[int]) -> Iterator[None]:
    """Notes Ctrl-C in place of raising KeyboardInterrupt wherever the interpreter is: between the library and a function that it calls
    an exception is lost. Of the main thread, where nobody else has a use for the signal."""
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or usual is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, lambda number, _frame: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


class ResultHandle:
    """The arrays of a result. What numpy shows of them keeps it alive."""

    facts: dict[str, Any]

    def __init__(self, library: ctypes.CDLL, handle: int | None) -> None:
        self._library, self._handle = library, handle

    def __del__(self) -> None:
        if self._handle:
            self._library.unda_free_result(self._handle)

    def arrays(self) -> dict[tuple[str, ...], Array]:
        """By what they are; not copied."""
        return {
            tuple(entry["what"]): self._array(number, entry["type"], entry["shape"])
            for number, entry in enumerate(self.facts["arrays"])
        }

    def _array(self, number: int, type_number: int, shape: list[int]) -> Array:
        data = _TYPES[type_number]
        size = int(np.prod(shape)) * data.itemsize
        if size == 0:
            return np.zeros(shape, data)
        address = self._library.unda_values(self._handle, number)
        memory = (ctypes.c_char * size).from_address(address)
        memory._owner = self  # type: ignore[attr-defined]
        return np.ndarray(shape, data, memoryview(memory))


class Simulation:
    """A simulation between two steps, as a callback sees it.

        def look(simulation):
            field = simulation.wavefield("velocity")
            return abs(field.values).max() > 1  # True ends the run

        unda.run(scenario, on_step=look, every=100)

    It is of use only while the callback lasts; what was taken from it stays.
    """

    #: steps done, and in all
    step: int
    n_steps: int
    #: s
    time: float

    def __init__(self, library: ctypes.CDLL, handle: int, step: int, n_steps: int, time: float) -> None:
        self._library, self._handle = library, handle if handle else None
        self.step, self.n_steps, self.time = step, n_steps, time

    def _open(self) -> int:
        if self._handle is None:
            raise RunError("the simulation has gone on: look at it within the callback")
        return self._handle

    @property
    def energy(self) -> float:
        """Kinetic and potential energy, J (2-D: per metre, 1-D: per square metre)."""
        return float(self._library.unda_energy(self._open()))

    def wavefield(self, quantity: str = "velocity") -> Any:
        """The quantity all over the domain as it stands, a copy: a Wavefield."""
        from .memory import wavefield_of

        handle = self._open()
        facts = _answer(self._library, self._library.unda_wavefield(handle, quantity.encode()))
        values = np.empty(facts["shape"], np.float32)
        if self._library.unda_wavefield_values(handle, quantity.encode(), values.ctypes.data) != 0:
            raise RunError(f"the wavefield of {quantity} could not be taken")
        points = cells = None
        if facts["mesh"]:
            points = np.empty((facts["mesh"]["points"], 3), np.float32)
            cells = np.empty((facts["mesh"]["cells"], facts["mesh"]["corners"]), np.int64)
            if self._library.unda_wavefield_mesh(handle, points.ctypes.data, cells.ctypes.data) != 0:
                raise RunError("the mesh could not be taken")
        return wavefield_of(
            quantity, facts["time"], values, facts["components"], facts["units"], facts["grid"], points, cells
        )


def open_traces(path: Path) -> ResultHandle:
    """The traces of a file, to be compared with others."""
    library = _library()
    answer = ctypes.c_void_p()
    result = ResultHandle(library, library.unda_open(str(path).encode(), ctypes.byref(answer)))
    result.facts = _answer(library, answer.value or 0)
    return result


def compare(trace: ResultHandle, reference: ResultHandle, **options: Any) -> dict[str, Any]:
    """How far two results are from each other: what unda compare --json tells of them."""
    library = _library()
    return dict(_answer(library, library.unda_compare(trace._handle, reference._handle, json.dumps(options).encode())))
