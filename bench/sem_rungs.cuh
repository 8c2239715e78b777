// The forces of spectral elements of degree 4 as two papers compute them on GPUs, and a few steps further: kernels of bench/sem_ladder.
// Points are numbered, elements list their points, and every point of an element has its own metric, as in meshes without structure.
#pragma once

#include <cstddef>

namespace unda::bench {

constexpr int degree = 4, n_line = degree + 1, n_square = n_line * n_line, n_cube = n_square * n_line;
constexpr int padded = 128;  ///< points of an element with padding
constexpr int tile = 8;      ///< elements a side of a tile in shared memory
constexpr int tile_points = tile * degree + 1;

struct Elements {
  int n[3];          ///< along x, y, z
  const int* point;  ///< [element][padded]
  const float*
      metric;  ///< [axis of the unit element][axis], then the weight times the volume: [number][element][padded]
  const float *lambda, *mu;

  __host__ __device__ std::size_t count() const { return static_cast<std::size_t>(n[0]) * n[1] * n[2]; }
  __device__ float metric_at(int number, int e, int p) const {
    return metric[number * (count() * padded) + static_cast<std::size_t>(e) * padded + p];
  }
};

__constant__ float derivative[n_square];

/// Fluxes along the axes of the unit element, [axis][component], from the derivatives along them.
__device__ inline void to_flux(const Elements& elements, int e, int p, const float (&along)[3][3],
                               float (&flux)[3][3]) {
  float m[3][3], g[3][3];
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) m[a][b] = elements.metric_at(3 * a + b, e, p);
  for (int b = 0; b < 3; ++b)
    for (int c = 0; c < 3; ++c) g[b][c] = m[0][b] * along[0][c] + m[1][b] * along[1][c] + m[2][b] * along[2][c];
  const float weight = elements.metric_at(9, e, p), lambda = weight * elements.lambda[e], mu = weight * elements.mu[e];
  const float pressure = lambda * (g[0][0] + g[1][1] + g[2][2]);
  for (int a = 0; a < 3; ++a)
    for (int c = 0; c < 3; ++c) {
      flux[a][c] = m[a][c] * pressure;
      for (int b = 0; b < 3; ++b) flux[a][c] += m[a][b] * mu * (g[b][c] + g[c][b]);
    }
}

/// A block an element, a thread a point (Komatitsch et al. 2010). `list`: elements of one colour; without colours all, and sums in no
/// order.
template <bool is_atomic>
__global__ void __launch_bounds__(padded)
    block_of_element(Elements elements, const float* u, float* f, const int* list) {
  __shared__ float values[3][n_cube], fluxes[3][3][n_cube];
  const int e = list != nullptr ? list[blockIdx.x] : static_cast<int>(blockIdx.x), p = threadIdx.x;
  const int i = p % n_line, j = p / n_line % n_line, k = p / n_square;
  int number = 0;
  if (p < n_cube) {
    number = elements.point[static_cast<std::size_t>(e) * padded + p];
    for (int c = 0; c < 3; ++c) values[c][p] = u[3 * static_cast<std::size_t>(number) + c];
  }
  __syncthreads();
  if (p < n_cube) {
    float along[3][3]{}, flux[3][3];
    for (int m = 0; m < n_line; ++m)
      for (int c = 0; c < 3; ++c) {
        along[0][c] += derivative[i * n_line + m] * values[c][k * n_square + j * n_line + m];
        along[1][c] += derivative[j * n_line + m] * values[c][k * n_square + m * n_line + i];
        along[2][c] += derivative[k * n_line + m] * values[c][m * n_square + j * n_line + i];
      }
    to_flux(elements, e, p, along, flux);
    for (int a = 0; a < 3; ++a)
      for (int c = 0; c < 3; ++c) fluxes[a][c][p] = flux[a][c];
  }
  __syncthreads();
  if (p >= n_cube) return;
  for (int c = 0; c < 3; ++c) {
    float sum = 0;
    for (int m = 0; m < n_line; ++m)
      sum -= derivative[m * n_line + i] * fluxes[0][c][k * n_square + j * n_line + m] +
             derivative[m * n_line + j] * fluxes[1][c][k * n_square + m * n_line + i] +
             derivative[m * n_line + k] * fluxes[2][c][m * n_square + j * n_line + i];
    float& at = f[3 * static_cast<std::size_t>(number) + c];
    if constexpr (is_atomic)
      atomicAdd(&at, sum);
    else
      at += sum;
  }
}

/// A warp an element: 25 lanes are its columns, the third axis stays in registers; sums in no order.
template <int warps>
__global__ void __launch_bounds__(32 * warps) warp_of_element(Elements elements, const float* u, float* f) {
  __shared__ float values[warps][3][n_square], fluxes[warps][2][3][n_square];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, e = blockIdx.x * warps + warp;
  if (e >= static_cast<int>(elements.count())) return;
  const bool on = lane < n_square;
  const int column = on ? lane : 0, i = column % n_line, j = column / n_line;
  float line[n_line][3], sum[n_line][3]{};
  int number[n_line];
#pragma unroll
  for (int k = 0; k < n_line; ++k) {
    number[k] = elements.point[static_cast<std::size_t>(e) * padded + k * n_square + column];
    for (int c = 0; c < 3; ++c) line[k][c] = u[3 * static_cast<std::size_t>(number[k]) + c];
  }
#pragma unroll
  for (int k = 0; k < n_line; ++k) {
    __syncwarp();
    if (on)
      for (int c = 0; c < 3; ++c) values[warp][c][lane] = line[k][c];
    __syncwarp();
    float along[3][3]{}, flux[3][3];
#pragma unroll
    for (int m = 0; m < n_line; ++m)
      for (int c = 0; c < 3; ++c) {
        along[0][c] += derivative[i * n_line + m] * values[warp][c][j * n_line + m];
        along[1][c] += derivative[j * n_line + m] * values[warp][c][m * n_line + i];
        along[2][c] += derivative[k * n_line + m] * line[m][c];
      }
    to_flux(elements, e, k * n_square + column, along, flux);
    if (on)
      for (int c = 0; c < 3; ++c) {
        fluxes[warp][0][c][lane] = flux[0][c];
        fluxes[warp][1][c][lane] = flux[1][c];
      }
    __syncwarp();
#pragma unroll
    for (int m = 0; m < n_line; ++m)
      for (int c = 0; c < 3; ++c) {
        sum[k][c] -= derivative[m * n_line + i] * fluxes[warp][0][c][j * n_line + m] +
                     derivative[m * n_line + j] * fluxes[warp][1][c][m * n_line + i];
        sum[m][c] -= derivative[k * n_line + m] * flux[2][c];
      }
  }
  if (!on) return;
#pragma unroll
  for (int k = 0; k < n_line; ++k)
    for (int c = 0; c < 3; ++c) atomicAdd(&f[3 * static_cast<std::size_t>(number[k]) + c], sum[k][c]);
}

/// The forces of an element by one thread, point after point.
__device__ inline void by_one_thread(const Elements& elements, int e, const float* u, float (&force)[3][n_cube]) {
  float value[3][n_cube];
  for (int p = 0; p < n_cube; ++p)
    for (int c = 0; c < 3; ++c) {
      value[c][p] = u[3 * static_cast<std::size_t>(elements.point[static_cast<std::size_t>(e) * padded + p]) + c];
      force[c][p] = 0;
    }
  for (int p = 0; p < n_cube; ++p) {
    const int i = p % n_line, j = p / n_line % n_line, k = p / n_square;
    float along[3][3]{}, flux[3][3];
    for (int m = 0; m < n_line; ++m)
      for (int c = 0; c < 3; ++c) {
        along[0][c] += derivative[i * n_line + m] * value[c][p + m - i];
        along[1][c] += derivative[j * n_line + m] * value[c][p + (m - j) * n_line];
        along[2][c] += derivative[k * n_line + m] * value[c][p + (m - k) * n_square];
      }
    to_flux(elements, e, p, along, flux);
    for (int m = 0; m < n_line; ++m)
      for (int c = 0; c < 3; ++c) {
        force[c][p + m - i] -= derivative[i * n_line + m] * flux[0][c];
        force[c][p + (m - j) * n_line] -= derivative[j * n_line + m] * flux[1][c];
        force[c][p + (m - k) * n_square] -= derivative[k * n_line + m] * flux[2][c];
      }
  }
}

/// A thread an element that computes its neighbours once more (prototype b of Cao et al. 2022). Points belong to the element whose
/// first they are or lie behind, so that seven neighbours suffice where the paper takes all 26.
__global__ void __launch_bounds__(64) thread_of_element_and_neighbours(Elements elements, const float* u, float* f) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= static_cast<int>(elements.count())) return;
  const int at[3] = {e % elements.n[0], e / elements.n[0] % elements.n[1], e / elements.n[0] / elements.n[1]};
  float own[3][n_cube]{}, force[3][n_cube];
  for (int neighbour = 0; neighbour < 8; ++neighbour) {
    const int back[3] = {neighbour & 1, neighbour >> 1 & 1, neighbour >> 2};
    if (back[0] > at[0] || back[1] > at[1] || back[2] > at[2]) continue;
    by_one_thread(elements, e - back[0] - elements.n[0] * (back[1] + elements.n[1] * back[2]), u, force);
    for (int p = 0; p < n_cube; ++p) {
      const int i[3] = {p % n_line, p / n_line % n_line, p / n_square};
      bool shared = true;
      for (int a = 0; a < 3; ++a) shared = shared && (back[a] == 0 || i[a] == 0);
      const int there = p + degree * (back[0] + back[1] * n_line + back[2] * n_square);
      for (int c = 0; c < 3 && shared; ++c) own[c][p] += force[c][there];
    }
  }
  for (int p = 0; p < n_cube; ++p) {
    const int i[3] = {p % n_line, p / n_line % n_line, p / n_square};
    bool owns = true;
    for (int a = 0; a < 3; ++a) owns = owns && (i[a] < degree || at[a] + 1 == elements.n[a]);
    const int number = elements.point[static_cast<std::size_t>(e) * padded + p];
    for (int c = 0; c < 3 && owns; ++c) f[3 * static_cast<std::size_t>(number) + c] = own[c][p];
  }
}

/// A thread an element of a tile of one layer; odd and even elements by turns add to shared memory (prototype c of Cao et al. 2022).
/// Tiles of one of eight colours have no points in common.
__global__ void __launch_bounds__(tile* tile)
    tile_of_elements(Elements elements, const float* u, float* f, int colour) {
  extern __shared__ float sums[];  // [component][k][j][i]
  const int first[3] = {(2 * static_cast<int>(blockIdx.x) + (colour & 1)) * tile,
                        (2 * static_cast<int>(blockIdx.y) + (colour >> 1 & 1)) * tile,
                        2 * static_cast<int>(blockIdx.z) + (colour >> 2)};
  constexpr int n_sums = tile_points * tile_points * n_line;
  const int thread = threadIdx.y * tile + threadIdx.x;
  if (first[0] >= elements.n[0] || first[1] >= elements.n[1] || first[2] >= elements.n[2]) return;
  for (int s = thread; s < 3 * n_sums; s += tile * tile) sums[s] = 0;
  const int x = first[0] + static_cast<int>(threadIdx.x), y = first[1] + static_cast<int>(threadIdx.y);
  const bool is_element = x < elements.n[0] && y < elements.n[1];
  const int e = (first[2] * elements.n[1] + y) * elements.n[0] + x;
  for (unsigned turn = 0; turn < 4; ++turn) {
    __syncthreads();
    if (!is_element || threadIdx.x % 2 != turn % 2 || threadIdx.y % 2 != turn / 2) continue;
    float force[3][n_cube];
    by_one_thread(elements, e, u, force);
    for (int p = 0; p < n_cube; ++p) {
      const int i = static_cast<int>(threadIdx.x) * degree + p % n_line,
                j = static_cast<int>(threadIdx.y) * degree + p / n_line % n_line;
      for (int c = 0; c < 3; ++c)
        sums[c * n_sums + ((p / n_square) * tile_points + j) * tile_points + i] += force[c][p];
    }
  }
  __syncthreads();
  const int n_points[2] = {elements.n[0] * degree + 1, elements.n[1] * degree + 1};
  for (int s = thread; s < n_sums; s += tile * tile) {
    const int i = first[0] * degree + s % tile_points, j = first[1] * degree + s / tile_points % tile_points;
    const int k = first[2] * degree + s / (tile_points * tile_points);
    if (i >= n_points[0] || j >= n_points[1]) continue;
    const std::size_t number = (static_cast<std::size_t>(k) * n_points[1] + j) * n_points[0] + i;
    for (int c = 0; c < 3; ++c) f[3 * number + c] += sums[c * n_sums + s];
  }
}

/// The motion of all points, a number a thread.
__global__ void move_points(float* u, float* v, float* f, const float* inverse_mass, float dt, std::size_t n) {
  const std::size_t s = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (s >= 3 * n) return;
  const float velocity = v[s] + dt * (inverse_mass[s / 3] * f[s]);
  v[s] = velocity;
  u[s] += dt * velocity;
  f[s] = 0;
}

}  // namespace unda::bench
