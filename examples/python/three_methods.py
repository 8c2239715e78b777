# %% [markdown]
# # One scenario by three methods
#
# Finite differences, spectral elements and discontinuous Galerkin compute the same scenario independently. Where they agree,
# each of them is right; where they do not, one looks closer.

# %%
import unda

scenario = unda.Scenario(
    title="Explosion in water",
    domain=unda.Domain(x=[0, 500], y=[0, 300], z=[-300, 0]),
    model=unda.Model(kind="uniform", vp=1500.0, vs=0.0, rho=1000.0),
    source=[
        unda.Source(
            kind="explosion",
            position=[120, 150, -150],
            moment=1e12,
            time_function={"kind": "ricker", "frequency": 4, "delay": 0.3},
        )
    ],
    receivers=[unda.Receivers(name="line", line={"from": [350, 150, -150], "to": [450, 200, -200], "count": 4}, quantities=["pressure"])],
    time=unda.Time(duration=0.65, sample_interval=0.01),
    mesh=unda.Mesh(max_frequency=10),
)

# %% [markdown]
# `verify` runs it by each method that can take it and compares all pairs. A method that cannot says why.

# %%
found = unda.verify(scenario, methods=("fd", "sem", "dg"))
found

# %% [markdown]
# The results are those of three runs, the comparisons are tables of misfits by receiver.

# %%
for method, result in found.results.items():
    print(f"{method}: misfit to the closed form {result.report['closed_form']['misfit']:.2%}")

# %%
found.comparisons["fd", "sem"]

# %%
found.results["fd"].plot.overlay(found.results["sem"], "line")
