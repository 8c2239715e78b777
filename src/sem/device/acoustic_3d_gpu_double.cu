// The loops over elements on the GPU: acoustic waves in 3-D, double precision.
#include "sem/device/launch_elements.cuh"

namespace unda::sem {

template void law_stiffness_on_gpu<AcousticStress, 3, double>(const exec::Queue&, const DeviceElements<double>&,
                                                              const Line<max_degree + 1, double>&,
                                                              const Assembly<double>&, const DevicePart&, const double*,
                                                              const Motion<double>&);
template void law_absorb_on_gpu<AcousticStress, 3, double>(const exec::Queue&, const LayerArrays<double>&,
                                                           const Line<max_degree + 1, double>&,
                                                           const std::vector<LayerPackRange>&);

}  // namespace unda::sem
