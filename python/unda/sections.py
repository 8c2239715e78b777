"""The tables of a scenario. Written by scripts/make_python_sections from the keys as the program declares them: do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

import numpy.typing as npt

from .section import Section

Numbers = Sequence[float] | npt.NDArray[Any]
Points = Sequence[Sequence[float]] | npt.NDArray[Any]
File = str | PathLike[str]

__all__ = ["Attenuation", "Boundary", "Calibration", "Centre", "Checkpoint", "Domain", "Grid", "Initial", "Layer",
    "Line", "Mesh", "MeshDG", "MeshFD", "MeshSEM", "Model", "Moment", "Origin", "Output", "Parallel", "Patch",
    "Place", "Receivers", "Region", "Shot", "Snapshots", "Solver", "SolverDG", "SolverFD", "SolverSEM", "Source",
    "Surface", "Time", "TimeFunction", "Topography"]


class Domain(Section):
    """[domain]: The box in which waves travel; leave out y for 2-D, y and z for 1-D.

    kind: one of "box", "chunk"; default: "box".
        A box, or a chunk of the earth as a sphere, which sem takes.
    x: an array [low, high] of two numbers with low < high in m; required.
        The extent [west, east] (with kind = "box").
    y: an array [low, high] of two numbers with low < high in m; default: none: 2-D.
        The extent [south, north] (with kind = "box").
    z: an array [low, high] of two numbers with low < high in m; default: none: 1-D.
        The extent [bottom, top], z up (with kind = "box").
    width: an array of 2 numbers in degrees; required.
        The angles from west to east and from south to north through its centre; each greater than 0 and at most 90
        (with kind = "chunk").
    rotation: a number from -360 to 360 in degrees; default: 0.0.
        By how much its sides are turned counterclockwise, seen from above; its west side then faces south of west
        (with kind = "chunk").
    depth: a number above 0 to 6000000 in m; required.
        Its thickness; at most 6000e3 (with kind = "chunk").
    topography: a table, Topography.
    origin: a table, Origin.
    centre: a table, Centre.
    """

    path = "domain"
    known = ("kind", "x", "y", "z", "width", "rotation", "depth", "topography", "origin", "centre",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            kind: Literal["box", "chunk"] | None = None,
            x: Numbers | None = None,
            y: Numbers | None = None,
            z: Numbers | None = None,
            width: Numbers | None = None,
            rotation: float | None = None,
            depth: float | None = None,
            topography: Mapping[str, Any] | None = None,
            origin: Mapping[str, Any] | None = None,
            centre: Mapping[str, Any] | None = None,
        ) -> None: ...


class Topography(Section):
    """[domain.topography]: The shape of the top, which then follows it (with kind = "box" and a 2-D or 3-D domain).

    file: a file name; required.
        The elevations, z at grid points (.npy).
    origin: an array [x, y] of 2 numbers in m; default: [0.0, 0.0].
        The position of the first elevation.
    spacing: an array [x, y] of 2 numbers greater than 0 in m; required.
        The distance between elevations.
    """

    path = "domain.topography"
    known = ("file", "origin", "spacing",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            file: npt.NDArray[Any] | File | None = None,
            origin: Numbers | None = None,
            spacing: Numbers | None = None,
        ) -> None: ...


class Origin(Section):
    """[domain.origin]: Ties x and y to geographic input by a local transverse Mercator projection (with kind = "box").

    lat: a number from -90 to 90 in degrees; required.
        The latitude of x = y = 0.
    lon: a number from -180 to 360 in degrees; required.
        The longitude of x = y = 0.
    """

    path = "domain.origin"
    known = ("lat", "lon",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            lat: float | None = None,
            lon: float | None = None,
        ) -> None: ...


class Centre(Section):
    """[domain.centre]: The middle of its surface; x points east, y north and z up there (with kind = "chunk").

    lat: a number from -90 to 90 in degrees; required.
        Its geographic latitude.
    lon: a number from -180 to 360 in degrees; required.
        Its longitude.
    """

    path = "domain.centre"
    known = ("lat", "lon",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            lat: float | None = None,
            lon: float | None = None,
        ) -> None: ...


class Model(Section):
    """[model]: What the earth is made of.

    kind: one of "uniform", "layers", "grid", "radial", "regions"; default: "uniform".
        How the model is given; "radial" goes with a chunk of the earth.
    vp: a number greater than 0 in m/s; required.
        The P velocity (with kind = "uniform").
    vp: a number greater than 0, a file name, or { file, shape, offset } for raw float32 samples in m/s; required.
        The P velocity (with kind = "grid").
    vs: a number not less than 0 in m/s; required.
        The S velocity; vs = 0 for a fluid (with kind = "uniform").
    vs: a number not less than 0, a file name, or { file, shape, offset } for raw float32 samples in m/s; required.
        The S velocity; vs = 0 for a fluid (with kind = "grid").
    rho: a number greater than 0 in kg/m3; required.
        The density (with kind = "uniform").
    rho: a number greater than 0, a file name, or { file, shape, offset } for raw float32 samples in kg/m3; required.
        The density (with kind = "grid").
    qp: a number not less than 5; default: no attenuation.
        The quality factor of P; that of the modulus rho vp^2 (with kind = "uniform").
    qp: a number not less than 5, a file name, or { file, shape, offset } for raw float32 samples; default: no
    attenuation.
        The quality factor of P; that of the modulus rho vp^2 (with kind = "grid").
    qs: a number not less than 5; default: no attenuation of S.
        The quality factor of S; that of the shear modulus; needs qp; a fluid has none (with kind = "uniform").
    qs: a number not less than 5, a file name, or { file, shape, offset } for raw float32 samples; default: no
    attenuation of S.
        The quality factor of S; that of the shear modulus; needs qp; a fluid has none (with kind = "grid").
    c: an array of 21 numbers in Pa; default: isotropic.
        The 21 moduli of an anisotropic solid; Voigt (11 22 33 23 13 12), the upper triangle by rows, z up; vp and vs
        may then be left out, and where they stand are compared with c (with kind = "uniform").
    epsilon: a number; default: 0.
        Thomsen's epsilon, (c11 - c33)/(2 c33); vp and vs are then those along the axis of symmetry (with kind =
        "uniform").
    epsilon: a number, a file name, or { file, shape, offset } for raw float32 samples; default: 0.
        Thomsen's epsilon, (c11 - c33)/(2 c33); vp and vs are then those along the axis of symmetry (with kind =
        "grid").
    delta: a number; default: 0.
        Thomsen's delta; c13 follows by the exact formula, not that of weak anisotropy (with kind = "uniform").
    delta: a number, a file name, or { file, shape, offset } for raw float32 samples; default: 0.
        Thomsen's delta; c13 follows by the exact formula, not that of weak anisotropy (with kind = "grid").
    gamma: a number; default: 0.
        Thomsen's gamma, (c66 - c44)/(2 c44) (with kind = "uniform").
    gamma: a number, a file name, or { file, shape, offset } for raw float32 samples; default: 0.
        Thomsen's gamma, (c66 - c44)/(2 c44) (with kind = "grid").
    tilt: a number in degrees; default: 0.
        The angle of the axis of symmetry from the vertical (with kind = "uniform").
    tilt: a number, a file name, or { file, shape, offset } for raw float32 samples in degrees; default: 0.
        The angle of the axis of symmetry from the vertical (with kind = "grid").
    azimuth: a number in degrees; default: 0.
        The direction to which the axis is tilted, from x towards y (with kind = "uniform").
    azimuth: a number, a file name, or { file, shape, offset } for raw float32 samples in degrees; default: 0.
        The direction to which the axis is tilted, from x towards y (with kind = "grid").
    origin: an array [x, y, z] of 3 numbers in m; default: as the file tells.
        The position of the first sample (with kind = "grid").
    spacing: an array [x, y, z] of 3 numbers in m; default: as the file tells.
        The distance between samples; negative: the axis runs down (with kind = "grid").
    axes: a string; default: the format's own.
        The order of the axes in the files, slowest first, for instance "zyx" (with kind = "grid").
    name: a string; default: "prem".
        The model's name: "prem" (with kind = "radial").
    anisotropic: true or false; default: false.
        Transversely isotropic from 24.4 to 220 km, about the vertical (with kind = "radial").
    attenuates: true or false; default: true.
        With the model's quality factors (with kind = "radial").
    reference_frequency: a number greater than 0 in Hz; default: 1.0.
        The frequency at which qp, qs and the velocities hold.
    layer: a table, Layer.
    region: a table, Region.
    attenuation: a table, Attenuation.
    """

    path = "model"
    known = ("kind", "vp", "vs", "rho", "qp", "qs", "c", "epsilon", "delta", "gamma", "tilt", "azimuth", "origin",
        "spacing", "axes", "name", "anisotropic", "attenuates", "reference_frequency", "layer", "region",
        "attenuation",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            kind: Literal["uniform", "layers", "grid", "radial", "regions"] | None = None,
            vp: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            vs: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            rho: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            qp: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            qs: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            c: Numbers | None = None,
            epsilon: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            delta: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            gamma: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            tilt: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            azimuth: float | float | npt.NDArray[Any] | File | Mapping[str, Any] | None = None,
            origin: Numbers | None = None,
            spacing: Numbers | None = None,
            axes: str | None = None,
            name: str | None = None,
            anisotropic: bool | None = None,
            attenuates: bool | None = None,
            reference_frequency: float | None = None,
            layer: Sequence[Mapping[str, Any]] | None = None,
            region: Sequence[Mapping[str, Any]] | None = None,
            attenuation: Mapping[str, Any] | None = None,
        ) -> None: ...


class Layer(Section):
    """[[model.layer]]: One table for each layer, from the top down; a point on an interface belongs to the layer below
    (with kind = "layers").

    top: a number, or a surface { file, origin, spacing } like domain.topography in m; required.
        Z of the layer's upper side; surfaces may touch, not cross; not of the first layer, which begins at the top of
        the domain.
    vp: a number greater than 0 in m/s; required.
        The P velocity.
    vs: a number not less than 0 in m/s; required.
        The S velocity; vs = 0 for a fluid.
    rho: a number greater than 0 in kg/m3; required.
        The density.
    qp: a number not less than 5; default: no attenuation.
        The quality factor of P; that of the modulus rho vp^2.
    qs: a number not less than 5; default: no attenuation of S.
        The quality factor of S; that of the shear modulus; needs qp; a fluid has none.
    c: an array of 21 numbers in Pa; default: isotropic.
        The 21 moduli of an anisotropic solid; Voigt (11 22 33 23 13 12), the upper triangle by rows, z up; vp and vs
        may then be left out, and where they stand are compared with c.
    epsilon: a number; default: 0.
        Thomsen's epsilon, (c11 - c33)/(2 c33); vp and vs are then those along the axis of symmetry.
    delta: a number; default: 0.
        Thomsen's delta; c13 follows by the exact formula, not that of weak anisotropy.
    gamma: a number; default: 0.
        Thomsen's gamma, (c66 - c44)/(2 c44).
    tilt: a number in degrees; default: 0.
        The angle of the axis of symmetry from the vertical.
    azimuth: a number in degrees; default: 0.
        The direction to which the axis is tilted, from x towards y.
    """

    path = "model.layer"
    known = ("top", "vp", "vs", "rho", "qp", "qs", "c", "epsilon", "delta", "gamma", "tilt", "azimuth",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            top: float | Mapping[str, Any] | None = None,
            vp: float | None = None,
            vs: float | None = None,
            rho: float | None = None,
            qp: float | None = None,
            qs: float | None = None,
            c: Numbers | None = None,
            epsilon: float | None = None,
            delta: float | None = None,
            gamma: float | None = None,
            tilt: float | None = None,
            azimuth: float | None = None,
        ) -> None: ...


class Region(Section):
    """[[model.region]]: One table for each physical group of the mesh file (with kind = "regions").

    tag: an integer not less than 1; default: known by name.
        The group's number.
    name: a string; default: known by tag.
        The group's name.
    vp: a number greater than 0 in m/s; required.
        The P velocity.
    vs: a number not less than 0 in m/s; required.
        The S velocity; vs = 0 for a fluid.
    rho: a number greater than 0 in kg/m3; required.
        The density.
    qp: a number not less than 5; default: no attenuation.
        The quality factor of P; that of the modulus rho vp^2.
    qs: a number not less than 5; default: no attenuation of S.
        The quality factor of S; that of the shear modulus; needs qp; a fluid has none.
    c: an array of 21 numbers in Pa; default: isotropic.
        The 21 moduli of an anisotropic solid; Voigt (11 22 33 23 13 12), the upper triangle by rows, z up; vp and vs
        may then be left out, and where they stand are compared with c.
    epsilon: a number; default: 0.
        Thomsen's epsilon, (c11 - c33)/(2 c33); vp and vs are then those along the axis of symmetry.
    delta: a number; default: 0.
        Thomsen's delta; c13 follows by the exact formula, not that of weak anisotropy.
    gamma: a number; default: 0.
        Thomsen's gamma, (c66 - c44)/(2 c44).
    tilt: a number in degrees; default: 0.
        The angle of the axis of symmetry from the vertical.
    azimuth: a number in degrees; default: 0.
        The direction to which the axis is tilted, from x towards y.
    """

    path = "model.region"
    known = ("tag", "name", "vp", "vs", "rho", "qp", "qs", "c", "epsilon", "delta", "gamma", "tilt", "azimuth",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            tag: int | None = None,
            name: str | None = None,
            vp: float | None = None,
            vs: float | None = None,
            rho: float | None = None,
            qp: float | None = None,
            qs: float | None = None,
            c: Numbers | None = None,
            epsilon: float | None = None,
            delta: float | None = None,
            gamma: float | None = None,
            tilt: float | None = None,
            azimuth: float | None = None,
        ) -> None: ...


class Attenuation(Section):
    """[model.attenuation]: How qp and qs become relaxation mechanisms.

    mechanisms: an integer from 1 to 8; default: 3.
        The number of relaxation mechanisms.
    band: an array [low, high] of two numbers with low < high in Hz; default: the decade below the highest frequency
    of the sources.
        The frequencies over which qp and qs are constant.
    """

    path = "model.attenuation"
    known = ("mechanisms", "band",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            mechanisms: int | None = None,
            band: Numbers | None = None,
        ) -> None: ...


class Boundary(Section):
    """[boundary]: What happens at the faces of the domain.

    default: one of "free", "absorbing", "rigid", "periodic"; default: "absorbing".
        What holds at the faces that are not named.
    west: one of "free", "absorbing", "rigid", "periodic"; default: `default`.
        What holds at the lowest x.
    east: one of "free", "absorbing", "rigid", "periodic"; default: `default`.
        What holds at the highest x.
    south: one of "free", "absorbing", "rigid", "periodic"; default: `default`.
        What holds at the lowest y (with a domain that has y).
    north: one of "free", "absorbing", "rigid", "periodic"; default: `default`.
        What holds at the highest y (with a domain that has y).
    bottom: one of "free", "absorbing", "rigid", "periodic"; default: `default`.
        What holds at the lowest z (with a domain that has z).
    top: one of "free", "absorbing", "rigid", "periodic"; default: `default`.
        What holds at the highest z (with a domain that has z).
    patch: a table, Patch.
    """

    path = "boundary"
    known = ("default", "west", "east", "south", "north", "bottom", "top", "patch",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            default: Literal["free", "absorbing", "rigid", "periodic"] | None = None,
            west: Literal["free", "absorbing", "rigid", "periodic"] | None = None,
            east: Literal["free", "absorbing", "rigid", "periodic"] | None = None,
            south: Literal["free", "absorbing", "rigid", "periodic"] | None = None,
            north: Literal["free", "absorbing", "rigid", "periodic"] | None = None,
            bottom: Literal["free", "absorbing", "rigid", "periodic"] | None = None,
            top: Literal["free", "absorbing", "rigid", "periodic"] | None = None,
            patch: Sequence[Mapping[str, Any]] | None = None,
        ) -> None: ...


class Patch(Section):
    """[[boundary.patch]]: Parts of faces with another condition, by sem and dg: element faces whose centre lies in one;
    of several the last (with a box in 2-D or 3-D).

    face: one of "west", "east", "south", "north", "bottom", "top"; required.
        The face that it is a part of.
    kind: one of "free", "absorbing", "rigid"; required.
        What holds there.
    x: an array [low, high] of two numbers with low < high in m; default: all of the face.
        Its extent along the face.
    y: an array [low, high] of two numbers with low < high in m; default: all of the face.
        Its extent along the face (with a domain that has y).
    z: an array [low, high] of two numbers with low < high in m; default: all of the face.
        Its extent along the face (with a domain that has z).
    """

    path = "boundary.patch"
    known = ("face", "kind", "x", "y", "z",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            face: Literal["west", "east", "south", "north", "bottom", "top"] | None = None,
            kind: Literal["free", "absorbing", "rigid"] | None = None,
            x: Numbers | None = None,
            y: Numbers | None = None,
            z: Numbers | None = None,
        ) -> None: ...


class Source(Section):
    """[[source]]: One table for each source.

    file: a file name; optional.
        A CMTSOLUTION, FORCESOLUTION or QuakeML, or a finite fault as SRF or FSP, which then gives kind, position and
        strength.
    kind: one of "explosion", "moment_tensor", "force"; required.
        What acts: "explosion", "moment_tensor" or "force" (with no file).
    lat: a number from -90 to 90 in degrees; required.
        The geographic latitude (with no file and domain.kind = "chunk").
    lon: a number from -180 to 360 in degrees; required.
        The longitude (with no file and domain.kind = "chunk").
    depth: a number not less than 0 in m; required.
        The depth below the surface (with no file and domain.kind = "chunk").
    depth: a number not less than 0 in m; required.
        The depth below the surface; straight down from the mesh where it has topography; 0: on it (with no file and
        domain.kind = "box" and no position and a 2-D or 3-D domain).
    position: an array [x, y, z] of 3 numbers in m; required.
        Where it is; or x, y and depth (with no file and domain.kind = "box" and neither x, y nor depth).
    x: a number in m; required.
        Where it is (with no file and domain.kind = "box" and no position).
    y: a number in m; required.
        Where it is (with no file and domain.kind = "box" and no position and a 3-D domain).
    moment: a number in N m; required.
        The moment M0; or calibration; in 2-D N m per metre (with no file and kind = "explosion" and no calibration).
    force: an array [x, y, z] of 3 numbers in N; required.
        The force; in 2-D N per metre (with no file and kind = "force").
    calibration: a table, Calibration.
    moment: a table, Moment.
    time_function: a table, TimeFunction.
    """

    path = "source"
    known = ("file", "kind", "lat", "lon", "depth", "position", "x", "y", "moment", "force", "calibration",
        "time_function",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            file: File | None = None,
            kind: Literal["explosion", "moment_tensor", "force"] | None = None,
            lat: float | None = None,
            lon: float | None = None,
            depth: float | None = None,
            position: Numbers | None = None,
            x: float | None = None,
            y: float | None = None,
            moment: float | Mapping[str, Any] | None = None,
            force: Numbers | None = None,
            calibration: Mapping[str, Any] | None = None,
            time_function: Mapping[str, Any] | None = None,
        ) -> None: ...


class Calibration(Section):
    """[source.calibration]: In place of the moment: the time function times `amplitude` is the pressure at `distance` in
    a uniform medium with the properties at the source, later by the travel time; in 2-D the
    time function must have no mean (with no file and kind = "explosion").

    amplitude: a number in Pa; required.
        The factor of the time function in the pressure.
    distance: a number greater than 0 in m; required.
        The distance from the explosion at which that pressure acts.
    """

    path = "source.calibration"
    known = ("amplitude", "distance",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            amplitude: float | None = None,
            distance: float | None = None,
        ) -> None: ...


class Moment(Section):
    """[source.moment]: The components that are not zero, for instance { xy = 1e18 } (with no file and kind =
    "moment_tensor").

    xx: a number in N m; default: 0.0.
        Mxx; in 2-D N m per metre.
    yy: a number in N m; default: 0.0.
        Myy; in 2-D N m per metre (with a 3-D domain).
    zz: a number in N m; default: 0.0.
        Mzz; in 2-D N m per metre (with a 2-D or 3-D domain).
    xy: a number in N m; default: 0.0.
        Mxy; in 2-D N m per metre (with a 3-D domain).
    xz: a number in N m; default: 0.0.
        Mxz; in 2-D N m per metre (with a 2-D or 3-D domain).
    yz: a number in N m; default: 0.0.
        Myz; in 2-D N m per metre (with a 3-D domain).
    """

    path = "source.moment"
    known = ("xx", "yy", "zz", "xy", "xz", "yz",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            xx: float | None = None,
            yy: float | None = None,
            zz: float | None = None,
            xy: float | None = None,
            xz: float | None = None,
            yz: float | None = None,
        ) -> None: ...


class TimeFunction(Section):
    """[source.time_function]: The time function s(t), for instance { kind = "ricker", frequency = 2.0 }; the moment rate
    in 1/s, the factor of a force, or with calibration the shape of the pressure; optional
    beside file.

    kind: one of "ricker", "gaussian", "brune", "samples"; required.
        The shape: "ricker", "gaussian", "brune" or "samples".
    frequency: a number greater than 0 in Hz; required.
        F in (1 - 2a) exp(-a), a = (pi f (t - delay))^2 (with kind = "ricker").
    delay: a number in s; default: 1.5 / frequency.
        The time of the peak (with kind = "ricker").
    delay: a number in s; default: 6 sigma.
        The time of the peak (with kind = "gaussian").
    sigma: a number greater than 0 in s; required.
        The width in exp(-((t - delay)/sigma)^2 / 2) / (sigma sqrt(2 pi)) (with kind = "gaussian").
    rise: a number greater than 0 in s; required.
        T in t/T^2 exp(-t/T) (with kind = "brune").
    file: a file name; required.
        The file of t and s(t), two numbers a line (with kind = "samples").
    """

    path = "source.time_function"
    known = ("kind", "frequency", "delay", "sigma", "rise", "file",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            kind: Literal["ricker", "gaussian", "brune", "samples"] | None = None,
            frequency: float | None = None,
            delay: float | None = None,
            sigma: float | None = None,
            rise: float | None = None,
            file: npt.NDArray[Any] | File | None = None,
        ) -> None: ...


class Receivers(Section):
    """[[receivers]]: One table for each group of receivers.

    name: a string; default: "receivers", then "receivers2" and so on.
        The group's name in the result, different for each.
    file: a file name; optional.
        A STATIONS file or StationXML, which then gives positions, depths (burial) and labels.
    positions: an array, not empty, each entry an array [x, y, z] of 3 numbers in m; default: line, grid or file.
        Where the receivers stand; without z beside depth (with domain.kind = "box").
    depth: a number not less than 0 in m; default: positions have z.
        The depth of all of them below the surface, in place of z; straight down from the mesh where it has
        topography; 0: on it (with domain.kind = "box" and no file, which has the depth of each station, in a 2-D or
        3-D domain).
    labels: an array of strings; default: name and number, from 1.
        The name of each receiver (with no file).
    quantities: an array of one or more of "displacement", "velocity", "acceleration", "pressure", "stress"; default:
    ["velocity"]; ["pressure"] in an all-fluid model.
        What to record.
    line: a table, Line.
    grid: a table, Grid.
    place: a table, Place.
    """

    path = "receivers"
    known = ("name", "file", "positions", "depth", "labels", "quantities", "line", "grid", "place",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            name: str | None = None,
            file: File | None = None,
            positions: Points | None = None,
            depth: float | None = None,
            labels: Sequence[str] | None = None,
            quantities: Sequence[Literal["displacement", "velocity", "acceleration", "pressure", "stress"]] | None = None,
            line: Mapping[str, Any] | None = None,
            grid: Mapping[str, Any] | None = None,
            place: Sequence[Mapping[str, Any]] | None = None,
        ) -> None: ...


class Line(Section):
    """[receivers.line]: Receivers evenly spaced on a line (with domain.kind = "box").

    from: an array [x, y, z] of 3 numbers in m; required.
        The first receiver; without z beside depth.
    to: an array [x, y, z] of 3 numbers in m; required.
        The last receiver; without z beside depth.
    count: an integer from 1 to 10000000; required.
        The number of receivers.
    """

    path = "receivers.line"
    known = ("from_", "to", "count",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            from_: Numbers | None = None,
            to: Numbers | None = None,
            count: int | None = None,
        ) -> None: ...


class Grid(Section):
    """[receivers.grid]: Receivers evenly spaced over a rectangle (with domain.kind = "box" and a 2-D or 3-D domain).

    from: an array [x, y, z] of 3 numbers in m; required.
        The first corner; without z beside depth.
    to: an array [x, y, z] of 3 numbers in m; required.
        The opposite corner; it differs from the first in two coordinates.
    counts: an array of 2 integers from 1 to 10000000; required.
        The numbers of receivers along these two, in the order x, y, z; the second runs fastest.
    """

    path = "receivers.grid"
    known = ("from_", "to", "counts",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            from_: Numbers | None = None,
            to: Numbers | None = None,
            counts: Sequence[int] | None = None,
        ) -> None: ...


class Place(Section):
    """[[receivers.place]]: Where each receiver stands in a chunk of the earth (with domain.kind = "chunk").

    lat: a number from -90 to 90 in degrees; required.
        The geographic latitude.
    lon: a number from -180 to 360 in degrees; required.
        The longitude.
    depth: a number not less than 0 in m; default: 0.0.
        The depth below the surface.
    """

    path = "receivers.place"
    known = ("lat", "lon", "depth",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            lat: float | None = None,
            lon: float | None = None,
            depth: float | None = None,
        ) -> None: ...


class Shot(Section):
    """[[shot]]: One table for each shot, run as a simulation of its own: [[shot.source]] and [[shot.receivers]] as
    above, beside those of the whole file.

    name: a string; default: shot1, shot2, ....
        The directory of its result.
    source: a table, Source.
    receivers: a table, Receivers.
    """

    path = "shot"
    known = ("name", "source", "receivers",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            name: str | None = None,
            source: Sequence[Mapping[str, Any]] | None = None,
            receivers: Sequence[Mapping[str, Any]] | None = None,
        ) -> None: ...


class Time(Section):
    """[time]: How long, and how often to sample.

    duration: a number greater than 0 in s; required.
        The length of the simulation.
    sample_interval: a number greater than 0 in s; default: duration / 1000.
        The time between samples of the traces, which start at t = 0.
    step: a number greater than 0 in s; default: the largest stable one.
        The time step.
    """

    path = "time"
    known = ("duration", "sample_interval", "step",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            duration: float | None = None,
            sample_interval: float | None = None,
            step: float | None = None,
        ) -> None: ...


class Solver(Section):
    """[solver]: How to compute.

    method: one of "fd", "sem", "dg"; default: "fd".
        Finite differences, spectral elements or discontinuous Galerkin.
    physics: one of "auto", "acoustic", "elastic", "acoustic_second_order"; default: "auto".
        The equations to solve; auto: acoustic where every vs is 0; acoustic_second_order only by fd.
    precision: one of "single", "double"; default: "single".
        The width of floating point numbers.
    device: one of "auto", "cpu", "gpu", "debug"; default: "auto".
        Where to compute; auto: on a GPU when there is one; debug: a simulated GPU on the CPU, slow.
    order: an even integer from 2 to 16; default: 8 (fd), 5 (dg).
        The order of the chosen method; dg: from 2 to 8 (with method = "fd" or "dg" (sem takes degree, 1 to 10)).
    degree: an integer from 1 to 10; default: 4.
        The degree of the chosen method (with method = "sem" (fd and dg take order)).
    fd: a table, SolverFD.
    sem: a table, SolverSEM.
    dg: a table, SolverDG.
    """

    path = "solver"
    known = ("method", "physics", "precision", "device", "order", "degree", "fd", "sem", "dg",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            method: Literal["fd", "sem", "dg"] | None = None,
            physics: Literal["auto", "acoustic", "elastic", "acoustic_second_order"] | None = None,
            precision: Literal["single", "double"] | None = None,
            device: Literal["auto", "cpu", "gpu", "debug"] | None = None,
            order: int | None = None,
            degree: int | None = None,
            fd: Mapping[str, Any] | None = None,
            sem: Mapping[str, Any] | None = None,
            dg: Mapping[str, Any] | None = None,
        ) -> None: ...


class SolverFD(Section):
    """[solver.fd]: For finite differences.

    order: an even integer from 2 to 16; default: 8.
        The order in space.
    time_dispersion_correction: true or false; default: true.
        Remove the error of the time stepping from the traces.
    absorbing_points: an integer from 0 to 200; default: 0.
        The thickness of absorbing layers in grid points; 0: automatic.
    """

    path = "solver.fd"
    known = ("order", "time_dispersion_correction", "absorbing_points",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            order: int | None = None,
            time_dispersion_correction: bool | None = None,
            absorbing_points: int | None = None,
        ) -> None: ...


class SolverSEM(Section):
    """[solver.sem]: For spectral elements.

    degree: an integer from 1 to 10; default: 4.
        The polynomial degree.
    time_dispersion_correction: true or false; default: true.
        Remove the error of the time stepping from the traces.
    absorbing_elements: an integer from 0 to 200; default: automatic.
        The thickness of absorbing layers outside the domain in elements; 0: absorbing faces alone.
    """

    path = "solver.sem"
    known = ("degree", "time_dispersion_correction", "absorbing_elements",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            degree: int | None = None,
            time_dispersion_correction: bool | None = None,
            absorbing_elements: int | None = None,
        ) -> None: ...


class SolverDG(Section):
    """[solver.dg]: For discontinuous Galerkin.

    order: an integer from 2 to 8; default: 5.
        The order in space and time.
    time_stepping: one of "auto", "global", "local"; default: "global".
        One step for all elements, or each cluster its own; "local": 1, 1/2, 1/4 ... of the run's step, by what is
        stable for each; "auto": that where it is foretold to be 1.3 times as fast and no time.step is given.
    absorbing_elements: an integer from 0 to 200; default: automatic.
        The thickness of absorbing layers outside the domain in elements; 0: absorbing faces alone.
    """

    path = "solver.dg"
    known = ("order", "time_stepping", "absorbing_elements",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            order: int | None = None,
            time_stepping: Literal["auto", "global", "local"] | None = None,
            absorbing_elements: int | None = None,
        ) -> None: ...


class Mesh(Section):
    """[mesh]: How finely to divide the domain: give max_frequency, spacing or file.

    max_frequency: a number greater than 0 in Hz; optional.
        The highest frequency to resolve; the spacing follows from the slowest wave, the method and its order.
    spacing: a number greater than 0 in m; optional.
        The largest grid spacing (fd) or element edge (sem, dg); goes before max_frequency.
    file: a file name; optional.
        A Gmsh file, 2.2 or 4.1: of tetrahedra for dg, of hexahedra or in 2-D quadrilaterals for sem.
    generator: one of "box", "gmsh"; default: "box".
        What dg makes tetrahedra with: boxes that are cut into six, or Gmsh, with sizes that follow the waves; gmsh
        needs the package python3-gmsh; other methods make meshes of their own, and say that it is not for them.
    fd: a table, MeshFD.
    sem: a table, MeshSEM.
    dg: a table, MeshDG.
    """

    path = "mesh"
    known = ("max_frequency", "spacing", "file", "generator", "fd", "sem", "dg",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            max_frequency: float | None = None,
            spacing: float | None = None,
            file: File | None = None,
            generator: Literal["box", "gmsh"] | None = None,
            fd: Mapping[str, Any] | None = None,
            sem: Mapping[str, Any] | None = None,
            dg: Mapping[str, Any] | None = None,
        ) -> None: ...


class MeshFD(Section):
    """[mesh.fd]: Goes before [mesh] for this method.

    max_frequency: a number greater than 0 in Hz; optional.
        The highest frequency to resolve; the spacing follows from the slowest wave, the method and its order.
    spacing: a number greater than 0 in m; optional.
        The largest grid spacing (fd) or element edge (sem, dg); goes before max_frequency.
    """

    path = "mesh.fd"
    known = ("max_frequency", "spacing",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            max_frequency: float | None = None,
            spacing: float | None = None,
        ) -> None: ...


class MeshSEM(Section):
    """[mesh.sem]: Goes before [mesh] for this method.

    max_frequency: a number greater than 0 in Hz; optional.
        The highest frequency to resolve; the spacing follows from the slowest wave, the method and its order.
    spacing: a number greater than 0 in m; optional.
        The largest grid spacing (fd) or element edge (sem, dg); goes before max_frequency.
    file: a file name; optional.
        A Gmsh file, 2.2 or 4.1: of tetrahedra for dg, of hexahedra or in 2-D quadrilaterals for sem.
    """

    path = "mesh.sem"
    known = ("max_frequency", "spacing", "file",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            max_frequency: float | None = None,
            spacing: float | None = None,
            file: File | None = None,
        ) -> None: ...


class MeshDG(Section):
    """[mesh.dg]: Goes before [mesh] for this method.

    max_frequency: a number greater than 0 in Hz; optional.
        The highest frequency to resolve; the spacing follows from the slowest wave, the method and its order.
    spacing: a number greater than 0 in m; optional.
        The largest grid spacing (fd) or element edge (sem, dg); goes before max_frequency.
    file: a file name; optional.
        A Gmsh file, 2.2 or 4.1: of tetrahedra for dg, of hexahedra or in 2-D quadrilaterals for sem.
    generator: one of "box", "gmsh"; default: "box".
        What dg makes tetrahedra with: boxes that are cut into six, or Gmsh, with sizes that follow the waves; gmsh
        needs the package python3-gmsh; other methods make meshes of their own, and say that it is not for them.
    """

    path = "mesh.dg"
    known = ("max_frequency", "spacing", "file", "generator",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            max_frequency: float | None = None,
            spacing: float | None = None,
            file: File | None = None,
            generator: Literal["box", "gmsh"] | None = None,
        ) -> None: ...


class Output(Section):
    """[output]: What to write besides the traces.

    plots: true or false; default: true.
        Draw the result as PNG files after the run.
    snapshots: a table, Snapshots.
    surface: a table, Surface.
    checkpoint: a table, Checkpoint.
    """

    path = "output"
    known = ("plots", "snapshots", "surface", "checkpoint",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            plots: bool | None = None,
            snapshots: Mapping[str, Any] | None = None,
            surface: Mapping[str, Any] | None = None,
            checkpoint: Mapping[str, Any] | None = None,
        ) -> None: ...


class Snapshots(Section):
    """[output.snapshots]: Pictures of the whole field.

    interval: a number greater than 0 in s; required.
        The time between snapshots.
    quantities: an array of one or more of "displacement", "velocity", "acceleration", "pressure", "stress"; default:
    ["velocity"]; ["pressure"] in an all-fluid model.
        What to write.
    """

    path = "output.snapshots"
    known = ("interval", "quantities",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            interval: float | None = None,
            quantities: Sequence[Literal["displacement", "velocity", "acceleration", "pressure", "stress"]] | None = None,
        ) -> None: ...


class Surface(Section):
    """[output.surface]: Motion at the surface: a movie of small files (with a 2-D or 3-D domain).

    interval: a number greater than 0 in s; required.
        The time between pictures.
    quantities: an array of one or more of "displacement", "velocity", "acceleration", "pressure", "stress"; default:
    ["velocity"].
        What to write.
    spacing: a number greater than 0 in m; default: the longer side of the domain in 200 parts.
        The largest distance between points seen from above.
    depth: a number not less than 0 in m; default: 0.0.
        The depth of the points; straight down from the surface, that of the mesh where it has topography.
    """

    path = "output.surface"
    known = ("interval", "quantities", "spacing", "depth",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            interval: float | None = None,
            quantities: Sequence[Literal["displacement", "velocity", "acceleration", "pressure", "stress"]] | None = None,
            spacing: float | None = None,
            depth: float | None = None,
        ) -> None: ...


class Checkpoint(Section):
    """[output.checkpoint]: States from which --restart goes on.

    every_steps: an integer not less than 1; required.
        The number of steps between checkpoints.
    """

    path = "output.checkpoint"
    known = ("every_steps",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            every_steps: int | None = None,
        ) -> None: ...


class Parallel(Section):
    """[parallel]: How the ranks of an MPI run share the work.

    ranks: an array of 3 integers not less than 1; default: the least surface between ranks.
        Into how many parts each axis of the domain is cut; their product is the number of ranks of one simulation.
    shots: an integer not less than 1; default: as many as there are ranks, or follows from ranks.
        How many shots run at the same time, each on its share of the ranks.
    exchange_with_self: true or false; default: false.
        A rank that has both of two periodic faces sends itself messages in place of copying; to see what an exchange
        costs without a second rank.
    """

    path = "parallel"
    known = ("ranks", "shots", "exchange_with_self",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            ranks: Sequence[int] | None = None,
            shots: int | None = None,
            exchange_with_self: bool | None = None,
        ) -> None: ...


class Initial(Section):
    """[initial]: A starting field, for tests; otherwise everything starts at rest.

    kind: one of "plane_wave", "radiation"; default: "plane_wave".
        The kind of field.
    wave: one of "p", "s", "rayleigh"; default: "p".
        The kind of wave; rayleigh: along a flat free top, in a solid (with kind = "plane_wave").
    wavenumber: an array [x, y, z] of 3 numbers in rad/m; required.
        The wave vector (with kind = "plane_wave").
    polarization: an array [x, y, z] of 3 numbers; default: 2-D: across the wavenumber; 3-D: required.
        The direction of motion; its part along the wavenumber is taken away (with kind = "plane_wave" and wave =
        "s").
    amplitude: a number in m/s; default: 1.0.
        Of the particle velocity; rayleigh: of its vertical part at the surface (with kind = "plane_wave").
    amplitude: a number in Pa; required.
        The factor of the time function in the pressure (with kind = "radiation").
    position: an array [x, y, z] of 3 numbers in m; required.
        Where the explosion was; also outside the domain (with kind = "radiation").
    distance: a number greater than 0 in m; required.
        The distance from the explosion at which that pressure acts (with kind = "radiation").
    age: a number greater than 0 in s; required.
        The time before t = 0 at which the explosion was fired; its time function must be over at t = 0 where it
        stands in the domain (with kind = "radiation").
    time_function: a table, TimeFunction.
    """

    path = "initial"
    known = ("kind", "wave", "wavenumber", "polarization", "amplitude", "position", "distance", "age",
        "time_function",)

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            kind: Literal["plane_wave", "radiation"] | None = None,
            wave: Literal["p", "s", "rayleigh"] | None = None,
            wavenumber: Numbers | None = None,
            polarization: Numbers | None = None,
            amplitude: float | None = None,
            position: Numbers | None = None,
            distance: float | None = None,
            age: float | None = None,
            time_function: Mapping[str, Any] | None = None,
        ) -> None: ...
