// What the sources of one kind have given so far: sum_n w_n int_0^t |s_n(t')| dt', with the weights of SourceSupply.
#pragma once

namespace unda::run {

struct Supply {
  double given = 0, in_all = 0;  ///< until now; until the end of the run
  double largest_part = 0;       ///< of what it gives in all, by the source that has given the largest part of its own
  double soon = 0;  ///< given a few steps from now: sources corrected for time dispersion begin before their time
  int like = -1;    ///< the kind of sources that have begun before these and are otherwise like them
};

}  // namespace unda::run
