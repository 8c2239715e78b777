// The loops over elements on the GPU: anisotropic waves with attenuation in 2-D, single precision.
#include "sem/device/launch_elements.cuh"

namespace unda::sem {

template void law_stiffness_on_gpu<RelaxingAnisotropicStress<2>, 2, float>(const exec::Queue&,
                                                                           const DeviceElements<float>&,
                                                                           const Line<max_degree + 1, float>&,
                                                                           const Assembly<float>&, const DevicePart&,
                                                                           const float*, const Motion<float>&);

}  // namespace unda::sem
