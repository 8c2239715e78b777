"""Movies of snapshots and of the surface: mp4 where ffmpeg is, else gif by Pillow.

Every frame is a figure of the same size, with the same colours and notes.
"""

import os
import shutil
import subprocess

import numpy as np

from ..earth import is_level
from ..errors import InputError
from . import plane, snapshots, style, surface

MOST_FRAMES = 400
FRAMES_A_SECOND = 12
NO_FFMPEG = "no ffmpeg on the PATH: movies are GIFs; for mp4 install it (Debian and Ubuntu: apt-get install ffmpeg; conda-forge: ffmpeg)"


class Movie:
    """Frames that are drawn when they are needed: `frame(n)` gives a figure."""

    def __init__(self, numbers, frame, rate=None):
        step = -(-len(numbers) // MOST_FRAMES)
        self.numbers, self._frame, self._rate = numbers[::step], frame, rate or FRAMES_A_SECOND
        if not numbers:
            raise InputError("a movie needs pictures, and there are none")

    @property
    def suffix(self):
        return ".mp4" if shutil.which("ffmpeg") else ".gif"

    def images(self, dpi):
        """RGB images of one size, with even sides."""
        size = None
        for n in self.numbers:
            image = _image(self._frame(n), dpi)
            size = size or (image.shape[0] // 2 * 2, image.shape[1] // 2 * 2)
            whole = np.full((*size, 3), 255, dtype=np.uint8)
            rows, columns = min(size[0], image.shape[0]), min(size[1], image.shape[1])
            whole[:rows, :columns] = image[:rows, :columns]
            yield whole

    def save(self, path, dpi):
        """Writes the file; one that stood there stays whole until the new one is."""
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(path.stem + ".partial" + path.suffix)
        try:
            (_write_mp4 if path.suffix == ".mp4" else _write_gif)(self.images(dpi), partial, self._rate)
            os.replace(partial, path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


def _image(figure, dpi):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure.set_dpi(dpi)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3]


def _write_gif(images, path, rate):
    from PIL import Image

    frames = [Image.fromarray(image) for image in images]
    palette = frames[len(frames) // 2].quantize(128)  # one for all: what stays the same between frames then costs nothing
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=round(1000 / rate), loop=0, format="GIF")


def _write_mp4(images, path, rate):
    process = None
    for image in images:
        if process is None:
            command = ["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
                       f"{image.shape[1]}x{image.shape[0]}", "-r", str(rate), "-i", "-", "-an", "-vcodec", "libx264",
                       "-pix_fmt", "yuv420p", "-f", "mp4", str(path)]  # fmt: skip
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            process.stdin.write(np.ascontiguousarray(image).tobytes())
        except BrokenPipeError:
            break
    _, errors = process.communicate()
    if process.returncode != 0:
        raise InputError(f"ffmpeg cannot write the movie: {errors.decode(errors='replace').strip()}")


def of_snapshots(result, field, options):
    """The movie of one field of the snapshots."""
    series = result.snapshots
    sections = snapshots.sections_of(result, field, options.section)
    percentile = options.clip or snapshots.PERCENTILE
    level = snapshots.common_level(result, field, percentile, options.section)
    text = "All zero." if level == 0 else f"Colours end at ±{style.number(level)} {style.unit_text(field.units)}."
    text += " " + plane.marks_note(result, series.dim == 3)

    def frame(n):
        values = [[series.read(n, field, name, through)] for name, through, _ in sections]
        if series.dim == 1:
            return snapshots.draw_lines(result, field, [n], values[0], level)
        return snapshots.draw_planes(result, field, [n], sections, values, level, text)

    numbers = series.chosen(0, options.times) if options.times else list(range(len(series)))
    return Movie(numbers, frame, options.fps)


def of_surface(result, field, options):
    """The movie of one field of the surface."""
    movie = result.surface
    percentile = options.clip or surface.PERCENTILE
    level = surface.level_of(movie, field, percentile)
    text = surface.notes(result, field, level, percentile)
    numbers = movie.evenly(0, options.times) if options.times else list(range(len(movie)))
    if movie.dim == 2:
        peak = max(style.peak_of(movie.read(n, field)) for n in numbers)
        return Movie(numbers, lambda n: _line(result, field, n, peak), options.fps)
    return Movie(numbers, lambda n: surface.panels(result, field, [n], level, text), options.fps)


def _line(result, field, number, peak):
    """2-D: the field along x on one scale, above the surface where that is not flat."""
    movie = result.surface
    unit, unit_name = style.length_unit(float(np.ptp(movie.x)))
    hilly = not is_level(movie.height, movie.x)
    figure = style.new_figure(8.0, 4.6 if hilly else 3.4)
    axes = figure.subplots(2 if hilly else 1, 1, sharex=True, squeeze=False, height_ratios=[2.4, 1] if hilly else [1])[:, 0]
    divisor, units = style.scaled_unit(peak, field.units)
    axes[0].axhline(0, color=style.FAINT, linewidth=0.7)
    axes[0].plot(movie.x / unit, movie.read(number, field)[0] / divisor, color=style.COMPUTED)
    limit = 1.08 * peak / divisor or 1.0
    axes[0].set_ylim(-limit, limit)
    axes[0].set_ylabel(f"{field.words} ({units})")
    if hilly:
        axes[1].fill_between(movie.x / unit, movie.height[0] / unit, movie.height.min() / unit, color="0.8", linewidth=0)
        axes[1].plot(movie.x / unit, movie.height[0] / unit, color=plane.SURFACE, linewidth=0.9)
        axes[1].set_ylabel(f"z ({unit_name})")
    axes[-1].set_xlim(movie.x[0] / unit, movie.x[-1] / unit)
    axes[-1].set_xlabel(f"x ({unit_name})")
    style.heading(figure, result, f"{field.words} at the surface, t = {movie.times[number]:.3f} s", "All times are on one scale.")
    return figure
