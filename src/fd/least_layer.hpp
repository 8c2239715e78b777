// How thick a layer must be for stencils of receivers and forces that keep to it.
#pragma once

namespace unda::fd {

inline constexpr double least_layer = 4;  ///< in cells, between interfaces

}  // namespace unda::fd
