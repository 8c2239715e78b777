// The words that stand for enumerators in a scenario file, in the order of the enumerators.
// A new enumerator needs its word here and nothing else.
#pragma once

#include <array>

#include "scenario/scenario.hpp"

namespace unda::scenario {

template <class E>
inline constexpr std::array<const char*, 0> names{};

template <>
inline constexpr std::array names<ModelKind>{"uniform", "layers", "grid", "radial", "regions"};
template <>
inline constexpr std::array names<Face>{"west", "east", "south", "north", "bottom", "top"};
template <>
inline constexpr std::array names<DomainKind>{"box", "chunk"};
template <>
inline constexpr std::array names<BoundaryKind>{"free", "absorbing", "rigid", "periodic"};
template <>
inline constexpr std::array names<SourceKind>{"explosion", "moment_tensor", "force"};
template <>
inline constexpr std::array names<TimeFunctionKind>{"ricker", "gaussian", "brune", "samples"};
template <>
inline constexpr std::array names<Quantity>{"displacement", "velocity", "acceleration", "pressure", "stress"};
template <>
inline constexpr std::array names<Method>{"fd", "sem", "dg"};
template <>
inline constexpr std::array names<Physics>{"auto", "acoustic", "elastic", "acoustic_second_order"};
template <>
inline constexpr std::array names<Precision>{"single", "double"};
template <>
inline constexpr std::array names<Device>{"auto", "cpu", "gpu", "debug"};
template <>
inline constexpr std::array names<TimeStepping>{"auto", "global", "local"};
template <>
inline constexpr std::array names<MeshGenerator>{"box", "gmsh"};
template <>
inline constexpr std::array names<InitialSpec::Kind>{"plane_wave", "radiation"};
template <>
inline constexpr std::array names<InitialSpec::Wave>{"p", "s", "rayleigh"};

}  // namespace unda::scenario
