# %% [markdown]
# # A first wave
#
# An explosion in water under a free surface: a scenario as Python values, a run in this process, seismograms as numpy
# arrays, and the closed form beside them. Nothing is written.

# %%
import numpy as np

import unda

scenario = unda.Scenario(
    title="Explosion in water under the sea surface",
    domain=unda.Domain(x=[0, 1200], z=[-600, 0]),
    model=unda.Model(kind="uniform", vp=1500.0, vs=0.0, rho=1000.0),
    boundary=unda.Boundary(top="free"),
    source=[
        unda.Source(
            kind="explosion",
            position=[300, -200],
            moment=1e9,
            time_function={"kind": "ricker", "frequency": 12, "delay": 0.12},
        )
    ],
    receivers=[
        unda.Receivers(name="streamer", line={"from": [350, -10], "to": [1150, -10], "count": 41}, quantities=["pressure"]),
        unda.Receivers(name="well", positions=[[800, -200], [800, -400]], quantities=["pressure", "velocity"]),
    ],
    time=unda.Time(duration=0.8, sample_interval=0.002),
    mesh=unda.Mesh(max_frequency=30),
    output={"snapshots": {"interval": 0.1}},
)

# %% [markdown]
# `check` looks at every value, `plan` tells what a run would be: grid, steps, memory, the misfit to be expected.

# %%
print(scenario.check())
plan = scenario.plan()
plan

# %%
result = unda.run(scenario)
result

# %% [markdown]
# Seismograms are numpy arrays, [receivers, samples] or [receivers, components, samples], beside their times, positions
# and labels.

# %%
streamer = result["streamer"]
loudest = np.abs(streamer.pressure).max(axis=1)
print(streamer.pressure.shape, streamer.pressure.dtype)
print(f"largest pressure: {loudest.max():.3g} Pa at {streamer.labels[loudest.argmax()]}")

# %% [markdown]
# For a few simple models there is a closed form, and the run has compared itself with it.

# %%
exact = streamer.closed_form["pressure"]
misfit = np.linalg.norm(streamer.pressure - exact) / np.linalg.norm(exact)
print(f"misfit to the closed form: {misfit:.2%}")

# %% [markdown]
# Pictures are matplotlib figures.

# %%
result.plot.gather("streamer")

# %%
result.plot.traces("well", "pressure")

# %%
result.plot.snapshots("pressure", times=[0.2, 0.3, 0.4, 0.5])

# %% [markdown]
# The wavefield itself, at the time nearest to 0.4 s: values [z, x] with coordinates.

# %%
field = result.wavefield("pressure", time=0.4)
print(field)
print(f"largest: {np.abs(field.values).max():.3g} Pa")
