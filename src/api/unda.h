/* unda.h: Unda as a library, for C and for every language that can call C.
 *
 * A scenario is TOML text, in which the name of an array may stand in place of that of a file; a result is a list of arrays. What
 * else there is to tell comes as JSON: a function that answers gives a text of its own, to be freed by unda_free_text(). It holds
 * {"error": {"kind": "input" | "run" | "memory" | "internal", "messages": [...]}} where the call failed.
 *
 * Work is done on threads of the library. Whatever calls back does so on the thread of the caller. Several threads may work at the
 * same time, each with scenarios and results of its own; a process that was forked may go on.
 */
#ifndef UNDA_H
#define UNDA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define UNDA_API __attribute__((visibility("default")))

typedef struct unda_scenario unda_scenario;
typedef struct unda_result unda_result;
typedef struct unda_simulation unda_simulation; /* one that runs; known to listeners alone */

enum { UNDA_FLOAT32 = 0, UNDA_FLOAT64 = 1, UNDA_INT64 = 2 };

/* Numbers without gaps, the last axis contiguous. Of a scenario's arrays the memory stays the caller's, for as long as the scenario. */
typedef struct unda_array {
  const char* name;
  int type;
  int n_axes;
  const int64_t* shape;
  const void* data;
} unda_array;

UNDA_API void unda_free_text(char* text);

/* {"version", "interface", "lacks", "gpus", "gpu_reason", "cpu", "isa", "threads"} */
UNDA_API char* unda_info(void);
/* The keys of a scenario: [{"path", "repeated", "help", "keys": [{"name", "type", "unit", "default", "required", "help"}]}] */
UNDA_API char* unda_keys(void);

/* request: {"text": TOML, "file": "" or where it stands, "directory": of relative names, "set": ["key=value"], "method": "" or
 * another, "shot": "" or a name, "threads": 0 or how many}. Null where it is wrong.
 * answer: {"title", "method", "dimensions", "single_precision", "warnings", "notes", "shots", "text"} */
UNDA_API unda_scenario* unda_read(const char* request, const unda_array* arrays, size_t n_arrays, char** answer);
UNDA_API void unda_free_scenario(unda_scenario* scenario);

/* {"lines", "warnings", "notes", "method", "physics", "order", "precision", "mesh", "cells", "unknowns", "memory_bytes", "steps", "dt",
 * "largest_stable_dt", "step_limit", "samples", "seconds", "setup_seconds", "points_per_wavelength", "expected_misfit"} */
UNDA_API char* unda_plan(const unda_scenario* scenario);

/* Sections through the model, as model.h5 of a result has them (src/output/model_file.hpp), and where the sources are. Null where the
 * scenario cannot be run. answer: {"arrays", "model": {"title", "domain", "sources", "ranges", "sections": [{"name", "axes", "through"}]}};
 * arrays: ["model", section, "vp", "vs", "rho" or "height"] and ["coordinate", section, axis] */
UNDA_API unda_result* unda_model(const unda_scenario* scenario, char** answer);

typedef struct unda_listener {
  void* self; /* handed back to the functions */
  /* About ten times a second; n_steps is 0 during set-up. Not 0: the run is to stop. May be null. */
  int (*watch)(void* self, int64_t step, int64_t n_steps, double time);
  /* After every so many steps, while the simulation waits. Not 0: the run is to stop. May be null. */
  int (*after_step)(void* self, unda_simulation* simulation, int64_t step, int64_t n_steps, double time);
  int64_t every;
} unda_listener;

/* options: {"out": "" or a result directory, "overwrite": false, "restart": false}. Without a directory nothing is written.
 * answer: {"title", "method", "dimensions", "complete", "stopped": "" or why, "by_caller", "report", "warnings", "notes", "arrays":
 * [{"what": [...], "type", "shape"}], "groups": [{"name", "labels", "quantities": {name: {"units", "components"}}}],
 * "snapshots": {...} or null} */
UNDA_API unda_result* unda_run(const unda_scenario* scenario, const char* options, const unda_listener* listener, char** answer);
/* The traces of a result directory, a traces.h5 or what else unda compare takes, answered in the same way. */
UNDA_API unda_result* unda_open(const char* path, char** answer);
/* Array number n of the answer; valid as long as the result. */
UNDA_API const void* unda_values(const unda_result* result, size_t n);
UNDA_API void unda_free_result(unda_result* result);

/* For listeners: {"shape", "components", "time", "grid": {"origin", "spacing", "axes"} or null, "mesh": {"points", "cells", "corners"} or
 * null} of a quantity, its numbers [point][component], and those of the mesh: three a point, and the corners of each cell. Not 0: failed. */
UNDA_API char* unda_wavefield(unda_simulation* simulation, const char* quantity);
UNDA_API int unda_wavefield_values(unda_simulation* simulation, const char* quantity, float* values);
UNDA_API int unda_wavefield_mesh(unda_simulation* simulation, float* points, int64_t* cells);
UNDA_API double unda_energy(unda_simulation* simulation);

/* options: {"lowpass", "highpass": Hz or 0, "group", "quantity": "" or one, "trace", "reference": names}; answers as unda compare --json */
UNDA_API char* unda_compare(const unda_result* trace, const unda_result* reference, const char* options);

#ifdef __cplusplus
}
#endif

#endif
