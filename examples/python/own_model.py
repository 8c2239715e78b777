# %% [markdown]
# # A model of my own, from arrays
#
# A slow lens in a medium whose velocity grows with depth, as numpy arrays. The arrays go to the program as they are, and a
# callback looks at the wavefield while it runs.

# %%
import numpy as np

import unda

spacing = 10.0
x = np.arange(0, 1501, spacing)
z = np.arange(-800, 1, spacing)  # upwards, as everywhere

# [z, x]: the slowest axis first
background = 1800 - 0.9 * z[:, np.newaxis] + 0 * x
lens = np.exp(-((x - 750) ** 2) / 200**2 - (z[:, np.newaxis] + 400) ** 2 / 80**2)
vp = (background - 500 * lens).astype(np.float32)
vs = (vp / np.sqrt(3)).astype(np.float32)
rho = (310 * vp**0.25).astype(np.float32)  # Gardner's relation

# %%
scenario = unda.Scenario(
    title="A slow lens",
    domain=unda.Domain(x=[0, 1500], z=[-800, 0]),
    model=unda.Model(kind="grid", vp=vp, vs=vs, rho=rho, origin=[0, -800], spacing=[spacing, spacing]),
    boundary=unda.Boundary(top="free"),
    source=[
        unda.Source(
            kind="force", position=[750, -700], force=[0, 1e9], time_function={"kind": "ricker", "frequency": 8, "delay": 0.15}
        )
    ],
    receivers=[unda.Receivers(name="surface", line={"from": [100, 0], "to": [1400, 0], "count": 66}, quantities=["velocity"])],
    time=unda.Time(duration=1.0, sample_interval=0.004),
    mesh=unda.Mesh(max_frequency=20),
)

# %% [markdown]
# `on_step` is called every so many steps. It may look at the wavefield and the energy, and end the run by returning True.

# %%
energies = []


def look(simulation):
    energies.append((simulation.time, simulation.energy))


result = unda.run(scenario, on_step=look, every=20)
print(f"energy was looked at {len(energies)} times; at most {max(e for _, e in energies):.3g} J per metre")

# %% [markdown]
# What does the lens do? The same scenario without it: `with_` changes what is named and keeps the rest.

# %%
smooth_vp = background.astype(np.float32)
smooth = scenario.with_(
    title="Without the lens",
    model={"vp": smooth_vp, "vs": (smooth_vp / np.sqrt(3)).astype(np.float32), "rho": (310 * smooth_vp**0.25).astype(np.float32)},
)
reference = unda.run(smooth)

# %%
late = result["surface"].velocity[:, 1]
early = reference["surface"].velocity[:, 1]
dt = result.time[1] - result.time[0]


def delay(a, b):
    """By how much a is later than b, s: where their correlation is largest."""
    correlation = np.correlate(a, b, mode="full")
    return (correlation.argmax() - (len(b) - 1)) * dt


delays = np.array([delay(a, b) for a, b in zip(late, early)])
middle = np.abs(result["surface"].positions[:, 0] - 750).argmin()
print(f"behind the lens waves come {1000 * delays[middle]:.0f} ms later, at the ends {1000 * delays[0]:.0f} ms")

# %%
unda.compare(result, reference)

# %%
result.plot.gather("surface", component="z")

# %%
result.plot.overlay(reference, "surface")
