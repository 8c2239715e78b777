# %% [markdown]
# # Many shots over a pool of processes
#
# The shots of a small survey, each a run of its own, over a pool: `unda.run` is the function, scenarios go out, results come
# back as arrays. Processes are spawned, not forked: threads of a run in this process would not be in the copies.

# %%
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np

import unda

survey = unda.Scenario(
    title="A survey",
    domain=unda.Domain(x=[0, 1000], z=[-500, 0]),
    model=unda.Model(
        kind="layers",
        layer=[
            {"top": 0.0, "vp": 1500.0, "vs": 0.0, "rho": 1000.0},
            {"top": -300.0, "vp": 2500.0, "vs": 0.0, "rho": 2200.0},
        ],
    ),
    boundary=unda.Boundary(top="free"),
    source=[
        unda.Source(kind="explosion", position=[500, -20], moment=1e9, time_function={"kind": "ricker", "frequency": 12, "delay": 0.12})
    ],
    receivers=[unda.Receivers(name="cable", line={"from": [40, -20], "to": [960, -20], "count": 47}, quantities=["pressure"])],
    time=unda.Time(duration=0.8, sample_interval=0.004),
    mesh=unda.Mesh(max_frequency=30),
)
places = np.linspace(200, 800, 4)
shots = [survey.with_(title=f"shot at {x:g} m", source=[{**survey["source"][0], "position": [x, -20]}]) for x in places]

# %% [markdown]
# One thread a shot, as many shots at once as there are workers. In a script the pool stands below this `if`, since every
# process reads the script; in a notebook it does no harm.

# %%
if __name__ == "__main__":
    with ProcessPoolExecutor(max_workers=2, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(partial(unda.run, threads=1, progress=False), shots))
    for x, result in zip(places, results):
        print(f"{result.title}: {result['cable'].pressure.shape}, {result.report['steps']} steps")

# %% [markdown]
# All shots as one array, [shots, receivers, samples]; those of a source and a receiver that change places are the same, as
# they must be: reciprocity.

# %%
if __name__ == "__main__":
    data = np.stack([result["cable"].pressure for result in results])
    near = [int(np.abs(results[0]["cable"].positions[:, 0] - x).argmin()) for x in places]
    there, back = data[0, near[3]], data[3, near[0]]
    print(f"there and back differ by {np.linalg.norm(there - back) / np.linalg.norm(back):.1e}")

# %%
if __name__ == "__main__":
    figure = results[0].plot.gather("cable")
