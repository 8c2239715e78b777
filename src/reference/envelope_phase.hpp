// Misfits in envelope and phase in the time-frequency plane (Kristekova, Kristek and Moczo 2009).
// The second trace is the reference; both are samples at the same times.
#pragma once

#include <span>

namespace unda::reference {

/// Frequencies in Hz.
struct Band {
  double low = 0, high = 0;
};

/// The band in which the trace's amplitude spectrum exceeds `level` times its largest value. Frequencies
/// below 2/duration are left out: a trace does not resolve them. Where nothing is left, all frequencies from
/// there to Nyquist's.
Band signal_band(std::span<const double> trace, double dt, double level = 0.01);

struct EnvelopePhaseMisfit {
  double envelope = 0;
  double phase = 0;
};

/// W: Morlet transform with omega0 = 6 at n_frequencies log-spaced frequencies of the band; sums over times
/// and frequencies:
///   envelope = sqrt(sum (|W| - |Wr|)^2)/sqrt(sum |Wr|^2), phase = sqrt(sum (|Wr| arg(W/Wr)/pi)^2)/sqrt(sum
///   |Wr|^2).
/// Without a band: that of the reference. A zero reference gives 0 if the trace is zero too, else infinity.
EnvelopePhaseMisfit envelope_phase_misfit(std::span<const double> trace, std::span<const double> reference, double dt,
                                          const Band& band, int n_frequencies = 64);
EnvelopePhaseMisfit envelope_phase_misfit(std::span<const double> trace, std::span<const double> reference, double dt);

}  // namespace unda::reference
