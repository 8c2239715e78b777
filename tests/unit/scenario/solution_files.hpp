// A scenario with a STATIONS file and a CMTSOLUTION, for tests to read as it is or spoil.
#pragma once

#include "support.hpp"

namespace unda::scenario::test {

inline const std::string origin = "origin = { lat = 37.0, lon = 140.0 }\n";
inline const std::string cmt_line = "file = \"CMTSOLUTION\"\n";
inline const std::string geographic = "[domain]\nx = [-10000, 10000]\ny = [-10000, 10000]\nz = [-15000, 100]\n" +
                                      origin +
                                      "[model]\nvp = 6000\nvs = 3464\nrho = 2700\n[time]\nduration = 8\n[mesh]\n"
                                      "max_frequency = 2\n[[receivers]]\nfile = \"STATIONS\"\n[[source]]\n" +
                                      cmt_line;

inline const std::string force_source =
    "[[source]]\nkind = \"force\"\nposition = [0, 0, 0]\nforce = [0, 0, 1]\ntime_function = { kind = \"ricker\", "
    "frequency = 1 }\n";

inline const std::string stations =
    "# name network latitude longitude elevation burial\n"
    "AAA  JP  37.05  140.05  120.0  0.0\n"
    "BBB  JP  36.95  139.93  0.0   10.0\n";

inline const std::string cmt =
    " PDEW2011  3 11  5 46 23.00  37.0100  140.0100  5.0 5.0 5.0 NEAR EAST COAST\n"
    "event name:       201103110546A\n"
    "time shift:       1.5000\n"
    "half duration:    1.0000\n"
    "latitude:        37.0200\n"
    "longitude:      140.0300\n"
    "depth:           5.0000\n"
    "Mrr:       1.730000e+24\n"
    "Mtt:      -2.810000e+23\n"
    "Mpp:      -1.449000e+24\n"
    "Mrt:       2.120000e+24\n"
    "Mrp:       4.550000e+24\n"
    "Mtp:      -6.570000e+23\n";

inline const std::string force =
    "FORCE  001\n"
    "time shift:     0.0000\n"
    "f0:             0.4\n"
    "latorUTM:       37.0\n"
    "longorUTM:      140.0\n"
    "depth:          0.0\n"
    "factor force source:             5.d12   ! N\n"
    "component dir vect source E:     3.d0\n"
    "component dir vect source N:     0.d0\n"
    "component dir vect source Z_UP: -4.d0\n";

class SolutionFiles : public ScenarioFiles {
 protected:
  SolutionFiles() {
    write("STATIONS", stations);
    write("CMTSOLUTION", cmt);
  }
};

}  // namespace unda::scenario::test
