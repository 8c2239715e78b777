#!/usr/bin/env bash
# The C interface, src/api/unda.h, from a program in C: a scenario with an array, a plan, a run that is watched, a mistake.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
library=$(dirname "$(realpath "$1")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/user.c" <<'PROGRAM'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "unda.h"

static int seen = 0;

static int look(void* self, unda_simulation* simulation, int64_t step, int64_t n_steps, double time) {
  char* layout = unda_wavefield(simulation, "pressure");
  if (!strstr(layout, "\"grid\":{")) exit(3);
  unda_free_text(layout);
  if (unda_energy(simulation) < 0 || self != &seen || step > n_steps || time <= 0) exit(4);
  return ++seen == 3;
}

int main(void) {
  float vp[4] = {1000, 1000, 1200, 1200};
  const int64_t shape[1] = {4};
  const unda_array array = {"speeds", UNDA_FLOAT32, 1, shape, vp};
  const char* request =
      "{\"text\": \"domain = { x = [0, 300] }\\nmodel = { kind = 'grid', vp = 'speeds', vs = 0.0, rho = 1000.0, origin = [0], spacing = [100] }\\n"
      "source = [{ kind = 'explosion', position = [100], moment = 1e6, time_function = { kind = 'ricker', frequency = 10 } }]\\n"
      "receivers = [{ positions = [[200]] }]\\ntime = { duration = 0.5 }\\nmesh = { spacing = 5 }\", \"threads\": 1}";
  char* answer = NULL;
  unda_scenario* scenario = unda_read(request, &array, 1, &answer);
  if (!scenario) return fprintf(stderr, "%s\n", answer), 1;
  unda_free_text(answer);
  char* plan = unda_plan(scenario);
  if (!strstr(plan, "\"steps\":")) return fprintf(stderr, "%s\n", plan), 1;
  unda_free_text(plan);
  const unda_listener listener = {&seen, NULL, look, 50};
  unda_result* result = unda_run(scenario, "{}", &listener, &answer);
  if (!result || !strstr(answer, "\"by_caller\":true") || seen != 3) return fprintf(stderr, "%s\n", answer), 1;
  unda_free_text(answer);
  unda_free_result(result);
  result = unda_run(scenario, "{}", NULL, &answer);
  if (!result || !unda_values(result, 0) || unda_values(result, 99)) return fprintf(stderr, "%s\n", answer), 1;
  unda_free_text(answer);
  char* same = unda_compare(result, result, "{}");
  if (!strstr(same, "\"misfit\":0.0")) return fprintf(stderr, "%s\n", same), 1;
  unda_free_text(same);
  unda_free_result(result);
  unda_free_scenario(scenario);
  if (unda_read("{\"text\": \"domain = { x = [0, 300] }\"}", NULL, 0, &answer) || !strstr(answer, "\"kind\":\"input\"")) return 1;
  unda_free_text(answer);
  puts("done");
  return 0;
}
PROGRAM
cc -std=c11 -Wall -Wextra -Werror -Wno-format-security -I "$root/src/api" "$folder/user.c" -o "$folder/user" -L "$library" -lunda -Wl,-rpath,"$library"
"$folder/user" | grep -qx done
