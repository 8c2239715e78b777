// Layers of the model that are thinner than a cell of the grid.
#pragma once

#include <vector>

#include "fd/grid.hpp"
#include "model/model.hpp"

namespace unda::fd {

/// Between two level interfaces next to each other.
struct ThinLayer {
  std::size_t floor = 0;  ///< the number of the lower interface; the upper one is that before
  double low = 0, high = 0;
  model::Properties medium;
  double part_of_cell = 0;

  bool is_fluid() const { return medium.vs == 0; }
  /// Of the misfits of its interfaces, what counts: waves that are much longer than a layer is thick feel it by its thickness. Of layers of
  /// 0.005 to 0.9 cells of vs = 500, 1000 and 3200 m/s in rock of 1600 and 2200, 2.5 to 16 points per shortest wavelength within, misfits rise with
  /// the thickness up to half a cell.
  double share() const { return part_of_cell < 0.5 ? 2 * part_of_cell : 1; }
};

std::vector<ThinLayer> thin_layers(const std::vector<model::LevelInterface>& interfaces, const Axis& up);

}  // namespace unda::fd
