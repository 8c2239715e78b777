"""What the package raises: InputError where the input is wrong, RunError where a run failed; UndaError is either."""

from __future__ import annotations

from collections.abc import Iterable


class UndaError(Exception):
    """Any error of this package."""


class InputError(UndaError, ValueError):
    """The input is wrong; it is a ValueError, too."""

    #: every complaint
    messages: list[str]
    #: the key of the scenario that the first one is about, where it is about one
    key: str | None

    def __init__(self, messages: str | Iterable[str], key: str | None = None) -> None:
        self.messages = [messages] if isinstance(messages, str) else list(messages)
        self.key = key
        super().__init__("\n".join(self.messages))

    def __reduce__(self) -> tuple[type[InputError], tuple[list[str], str | None]]:
        """Errors come back whole from the processes of a pool."""
        return type(self), (self.messages, self.key)


class RunError(UndaError, RuntimeError):
    """A run failed, though its input was accepted; it is a RuntimeError, too."""
