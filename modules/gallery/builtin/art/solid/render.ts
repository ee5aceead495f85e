import type { Mesh } from './mesh.ts'
import { add, cross, dot, length, light as toLight, sub, times, unit, type Vec } from './vector.ts'

export interface Light {
  /** Where it stands; its strength is that at a distance of `reach`. A light without `reach` is as far as the sun. */
  at: Vec
  colour: string
  strength: number
  reach?: number
  /** How far it creeps round what it shines on: 0 is hard, 1 reaches the far side. */
  soft?: number
  shadow?: boolean
}

export interface Camera {
  eye: Vec
  target: Vec
  /** Height in space that fills the picture's height at the target's distance. */
  view: number
}

export interface Scene {
  width: number
  height: number
  camera: Camera
  meshes: Mesh[]
  lights: Light[]
  /** Light from everywhere: from above and from below. */
  sky: string
  ground: string
  ambient: number
  /** How far creases darken their surroundings, in space. */
  crease?: number
  exposure?: number
  /** Air between things: what is further than `from` fades into the colour, wholly at `to` (or as far as `most`). */
  haze?: { colour: string; from: number; to: number; most?: number }
}

/** Pixels of red, green, blue and cover, 8 bits each. */
export interface Raster {
  data: Uint8Array
  width: number
  height: number
}

interface Corners {
  x: Float32Array
  y: Float32Array
  z: Float32Array
}

const basis = ({ eye, target }: Camera) => {
  const back = unit(sub(eye, target))
  const right = unit(cross([0, 1, 0], back))
  return { back, right, up: cross(back, right) }
}

/** Walks the pixels inside each triangle with the weights of its corners. */
const scan = (
  { x, y }: Corners,
  [a, b, c]: readonly [number, number, number],
  width: number,
  height: number,
  visit: (pixel: number, wa: number, wb: number, wc: number) => void
) => {
  const [ax, ay, bx, by, cx, cy] = [x[a]!, y[a]!, x[b]!, y[b]!, x[c]!, y[c]!]
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (Math.abs(area) < 1e-6 || Number.isNaN(area)) return
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const k = 1 / area
  const [db, dc] = [(cy - ay) * k, (ay - by) * k]
  for (let py = top; py <= bottom; py++) {
    let wb = ((left + 0.5 - ax) * (cy - ay) - (cx - ax) * (py + 0.5 - ay)) * k
    let wc = ((bx - ax) * (py + 0.5 - ay) - (left + 0.5 - ax) * (by - ay)) * k
    for (let px = left; px <= right; px++, wb += db, wc += dc) {
      const wa = 1 - wb - wc
      if (wa >= -1e-5 && wb >= -1e-5 && wc >= -1e-5) visit(py * width + px, wa, wb, wc)
    }
  }
}

/** Per-mesh normals: of its points, softly, and of its planes. */
const normalsOf = ({ points, triangles, planes }: Mesh) => {
  const soft = points.map((): [number, number, number] => [0, 0, 0])
  const flat: Vec[] = []
  const ofPlane = new Map<number, [number, number, number]>()
  triangles.forEach(([a, b, c], n) => {
    const normal = cross(sub(points[b]!, points[a]!), sub(points[c]!, points[a]!))
    const sum = ofPlane.get(planes?.[n] ?? n) ?? [0, 0, 0]
    ofPlane.set(planes?.[n] ?? n, sum)
    for (const target of [soft[a]!, soft[b]!, soft[c]!, sum]) for (const k of [0, 1, 2] as const) target[k] += normal[k]
  })
  triangles.forEach((_, n) => flat.push(unit(ofPlane.get(planes?.[n] ?? n)!)))
  return { soft: soft.map((normal) => unit(normal)), flat }
}

const shadowSize = 1400
/** Where a shadow's edge is looked at, so that it is soft. */
const taps = Array.from({ length: 24 }, (_, n) => {
  const far = 7.5 * Math.sqrt((n >> 1) / 12)
  return n % 2 ? Math.sin((n >> 1) * 2.399) * far : Math.cos((n >> 1) * 2.399) * far
})

/** What a light sees: for each direction the nearest thing, as a test of whether a point lies in shadow. */
const shadowOf = (meshes: Mesh[], at: Vec) => {
  let [low, high]: [number[], number[]] = [
    [1e9, 1e9, 1e9],
    [-1e9, -1e9, -1e9],
  ]
  for (const { points } of meshes)
    for (const p of points)
      for (const k of [0, 1, 2]) [low[k], high[k]] = [Math.min(low[k]!, p[k]!), Math.max(high[k]!, p[k]!)]
  const middle = times(add(low as unknown as Vec, high as unknown as Vec), 0.5)
  const radius = length(sub(high as unknown as Vec, middle)) || 1
  const camera = { eye: add(middle, times(unit(at), radius * 2)), target: middle, view: 1 }
  const { back, right, up } = basis(camera)
  const scale = shadowSize / (2 * radius)
  const depth = new Float32Array(shadowSize * shadowSize).fill(-1e9)
  for (const { points, triangles, material } of meshes) {
    if (material.airy || material.glow) continue
    const n = points.length
    const corners = { x: new Float32Array(n), y: new Float32Array(n), z: new Float32Array(n) }
    points.forEach((p, i) => {
      const from = sub(p, middle)
      corners.x[i] = dot(from, right) * scale + shadowSize / 2
      corners.y[i] = shadowSize / 2 - dot(from, up) * scale
      corners.z[i] = dot(from, back)
    })
    for (const triangle of triangles) {
      const [za, zb, zc] = triangle.map((i) => corners.z[i]!) as [number, number, number]
      scan(corners, triangle, shadowSize, shadowSize, (pixel, wa, wb, wc) => {
        const z = wa * za + wb * zb + wc * zc
        if (z > depth[pixel]!) depth[pixel] = z
      })
    }
  }
  const bias = radius * 0.012
  const [mx, my, mz] = middle
  return (x: number, y: number, z: number) => {
    const [dx, dy, dz] = [x - mx, y - my, z - mz]
    const sx = (dx * right[0] + dy * right[1] + dz * right[2]) * scale + shadowSize / 2
    const sy = shadowSize / 2 - (dx * up[0] + dy * up[1] + dz * up[2]) * scale
    const here = dx * back[0] + dy * back[1] + dz * back[2] + bias
    let lit = 0
    for (let n = 0; n < 12; n++) {
      const px = Math.round(sx + taps[n * 2]!)
      const py = Math.round(sy + taps[n * 2 + 1]!)
      if (px < 0 || py < 0 || px >= shadowSize || py >= shadowSize || depth[py * shadowSize + px]! < here) lit++
    }
    return lit / 12
  }
}

/** Draws a scene: every pixel's nearest surface, lit by every light, with shadows, creases and air. */
export const render = (scene: Scene): Raster => {
  const { width, height, meshes, camera } = scene
  const { back, right, up } = basis(camera)
  const distance = length(sub(camera.eye, camera.target))
  const zoom = (height / camera.view) * distance
  const size = width * height
  const depth = new Float32Array(size).fill(1e9)
  const normal = new Float32Array(size * 3)
  const colour = new Float32Array(size * 3)
  const which = new Uint16Array(size)
  const [ex, ey, ez] = camera.eye

  meshes.forEach((mesh, m) => {
    const { points, triangles, material } = mesh
    const n = points.length
    const corners = { x: new Float32Array(n), y: new Float32Array(n), z: new Float32Array(n) }
    points.forEach((p, i) => {
      const from = sub(p, camera.eye)
      const z = -dot(from, back)
      corners.x[i] = width / 2 + (dot(from, right) * zoom) / z
      corners.y[i] = height / 2 - (dot(from, up) * zoom) / z
      corners.z[i] = z
    })
    const { soft, flat } = normalsOf(mesh)
    const plain = toLight(material.colour)
    const facet = material.facet ?? 0.35
    triangles.forEach((triangle, t) => {
      const [a, b, c] = triangle
      const [za, zb, zc] = [corners.z[a]!, corners.z[b]!, corners.z[c]!]
      if (za < 0.1 || zb < 0.1 || zc < 0.1) return
      const plane = flat[t]!
      // whichever side is seen is the outer one
      const turn =
        (corners.x[b]! - corners.x[a]!) * (corners.y[c]! - corners.y[a]!) -
        (corners.x[c]! - corners.x[a]!) * (corners.y[b]! - corners.y[a]!)
      const side = turn < 0 ? 1 : -1
      const [na, nb, nc] = [soft[a]!, soft[b]!, soft[c]!]
      const [ca, cb, cc] = mesh.colours ? [mesh.colours[a]!, mesh.colours[b]!, mesh.colours[c]!] : [plain, plain, plain]
      scan(corners, triangle, width, height, (pixel, wa, wb, wc) => {
        const z = wa * za + wb * zb + wc * zc
        if (z >= depth[pixel]!) return
        depth[pixel] = z
        which[pixel] = m + 1
        const o = pixel * 3
        for (let k = 0 as 0 | 1 | 2; k < 3; k++) {
          normal[o + k] = side * ((wa * na[k] + wb * nb[k] + wc * nc[k]) * (1 - facet) + plane[k] * facet)
          colour[o + k] = wa * ca[k] + wb * cb[k] + wc * cc[k]
        }
      })
    })
  })

  const shade = creases(depth, width, height, zoom, scene.crease ?? 2.2)
  const lights = scene.lights.map((one) => ({
    ...one,
    tone: times(toLight(one.colour), one.strength),
    far: unit(one.at),
    lit: one.shadow === false ? () => 1 : shadowOf(meshes, one.reach ? sub(one.at, camera.target) : one.at),
  }))
  const materials = meshes.map(({ material }) => ({
    gloss: material.gloss ?? 0.12,
    sharp: material.sharp ?? 18,
    through: material.through ? toLight(material.through) : null,
    glow: material.glow ?? 0,
  }))
  const [sky, ground] = [times(toLight(scene.sky), scene.ambient), times(toLight(scene.ground), scene.ambient)]
  const haze = scene.haze ? toLight(scene.haze.colour) : null
  const exposure = scene.exposure ?? 0.62
  const data = new Uint8Array(size * 4)

  for (let pixel = 0; pixel < size; pixel++) {
    if (!which[pixel]) continue
    const material = materials[which[pixel]! - 1]!
    const z = depth[pixel]!
    const o = pixel * 3
    const sx = (((pixel % width) + 0.5 - width / 2) / zoom) * z
    const sy = ((height / 2 - Math.floor(pixel / width) - 0.5) / zoom) * z
    const x = ex + right[0] * sx + up[0] * sy - back[0] * z
    const y = ey + right[1] * sx + up[1] * sy - back[1] * z
    const w = ez + right[2] * sx + up[2] * sy - back[2] * z
    let vx = ex - x
    let vy = ey - y
    let vz = ez - w
    const v = 1 / Math.hypot(vx, vy, vz)
    vx *= v
    vy *= v
    vz *= v
    let nx = normal[o]!
    let ny = normal[o + 1]!
    let nz = normal[o + 2]!
    const q = 1 / (Math.hypot(nx, ny, nz) || 1)
    nx *= q
    ny *= q
    nz *= q
    const facing = nx * vx + ny * vy + nz * vz
    const open = shade[pixel]!
    const over = ny * 0.5 + 0.5
    let r = (ground[0] + (sky[0] - ground[0]) * over) * open
    let g = (ground[1] + (sky[1] - ground[1]) * over) * open
    let b = (ground[2] + (sky[2] - ground[2]) * over) * open
    let sr = 0
    let sg = 0
    let sb = 0
    for (const one of lights) {
      let [lx, ly, lz] = one.far
      let power = 1
      if (one.reach) {
        lx = one.at[0] - x
        ly = one.at[1] - y
        lz = one.at[2] - w
        const far = Math.hypot(lx, ly, lz)
        lx /= far
        ly /= far
        lz /= far
        power = Math.min(4, (one.reach / far) ** 2)
      }
      const soft = one.soft ?? 0.15
      const straight = nx * lx + ny * ly + nz * lz
      const diffuse = Math.max(0, (straight + soft) / (1 + soft))
      if (diffuse <= 0 && !material.through) continue
      const lit = one.lit(x + nx * 0.4, y + ny * 0.4, w + nz * 0.4)
      const direct = diffuse * lit * power * (0.45 + 0.55 * open)
      if (material.through) {
        // red light goes furthest under the skin, so it reaches into shadows and round the form
        const wrap = Math.max(0, (straight + soft + 0.22) / (1.22 + soft)) * power * (0.45 + 0.55 * open)
        const warm = lit > 0 ? lit ** 0.6 : 0
        r += one.tone[0] * (direct + (wrap * warm - direct) * 0.6)
        g += one.tone[1] * (direct + (wrap * warm - direct) * 0.2)
        b += one.tone[2] * direct
        // the warm edge where light gives way to shade
        const edge = Math.max(0, 1 - Math.abs(straight + 0.05) * 2.2) * (0.35 + 0.65 * lit) * power * 0.36
        r += one.tone[0] * edge * material.through[0]
        g += one.tone[1] * edge * material.through[1]
        b += one.tone[2] * edge * material.through[2]
      } else {
        r += one.tone[0] * direct
        g += one.tone[1] * direct
        b += one.tone[2] * direct
      }
      const hx = lx + vx
      const hy = ly + vy
      const hz = lz + vz
      const half = Math.max(0, (nx * hx + ny * hy + nz * hz) / (Math.hypot(hx, hy, hz) || 1))
      const shine = half ** material.sharp * material.gloss * 0.4 * lit * power
      sr += one.tone[0] * shine
      sg += one.tone[1] * shine
      sb += one.tone[2] * shine
    }
    const edge = (1 - Math.max(0, Math.abs(facing))) ** 3 * 0.22 * open
    r = colour[o]! * (r + sky[0] * edge * 2 + material.glow) + sr
    g = colour[o + 1]! * (g + sky[1] * edge * 2 + material.glow) + sg
    b = colour[o + 2]! * (b + sky[2] * edge * 2 + material.glow) + sb
    if (haze) {
      const { from, to, most = 1 } = scene.haze!
      const air = Math.min(Math.max((z - from) / (to - from), 0), 1) * most
      r += (haze[0] - r) * air
      g += (haze[1] - g) * air
      b += (haze[2] - b) * air
    }
    const p = pixel * 4
    data[p] = film(r * exposure)
    data[p + 1] = film(g * exposure)
    data[p + 2] = film(b * exposure)
    data[p + 3] = 255
  }
  softenEdges(data, which, depth, width, height)
  return { data, width, height }
}

/** As film does: bright light loses its colour slowly instead of breaking off. */
const filmed = new Uint8Array(4096)
for (let n = 0; n < 4096; n++) {
  const x = n / 512
  const toned = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
  filmed[n] = Math.round(255 * Math.min(1, Math.max(0, toned)) ** (1 / 2.2))
}
const film = (value: number) => filmed[Math.min(4095, Math.max(0, Math.round(value * 0.8 * 512)))]!

/** How open to the sky each point lies, 1 being quite open; measured at a third of the size. */
const creases = (depth: Float32Array, width: number, height: number, zoom: number, reach: number) => {
  const step = 3
  const [w, h] = [Math.ceil(width / step), Math.ceil(height / step)]
  const small = new Float32Array(w * h).fill(1)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const z = depth[y * step * width + x * step]!
      if (z > 1e8) continue
      const radius = (reach * zoom) / z
      let hidden = 0
      for (let n = 0; n < 24; n++) {
        const angle = n * 2.399 + ((x * 7 + y * 13) % 5)
        const far = radius * Math.sqrt((n + 0.5) / 24)
        const px = Math.round(x * step + Math.cos(angle) * far)
        const py = Math.round(y * step + Math.sin(angle) * far)
        if (px < 0 || py < 0 || px >= width || py >= height) continue
        const nearer = z - depth[py * width + px]!
        if (nearer > reach * 0.06) hidden += Math.min(1, nearer / (reach * 0.5)) * (nearer > reach * 2.5 ? 0.25 : 1)
      }
      small[y * w + x] = 1 - Math.min(0.85, (hidden / 24) * 1.25)
    }
  const calm = blurred(small, w, h)
  const whole = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fx, fy] = [Math.min(x / step, w - 1.001), Math.min(y / step, h - 1.001)]
      const [ix, iy] = [Math.floor(fx), Math.floor(fy)]
      const [tx, ty] = [fx - ix, fy - iy]
      const at = iy * w + ix
      whole[y * width + x] =
        (calm[at]! * (1 - tx) + calm[at + 1]! * tx) * (1 - ty) +
        (calm[at + w]! * (1 - tx) + calm[at + w + 1]! * tx) * ty
    }
  return whole
}

const blurred = (from: Float32Array, w: number, h: number) => {
  const to = new Float32Array(from.length)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      let sum = 0
      let count = 0
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) {
          const [px, py] = [x + dx, y + dy]
          if (px < 0 || py < 0 || px >= w || py >= h) continue
          sum += from[py * w + px]!
          count++
        }
      to[y * w + x] = sum / count
    }
  return to
}

/** Averages the stair steps along the edges of things, whose cover becomes partial. */
const softenEdges = (data: Uint8Array, which: Uint16Array, depth: Float32Array, width: number, height: number) => {
  const from = data.slice()
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const m = which[i]!
      if (which[i - 1] === m && which[i + 1] === m && which[i - width] === m && which[i + width] === m) {
        const z = depth[i]!
        if (
          m === 0 ||
          Math.abs(depth[i + 1]! + depth[i - 1]! + depth[i + width]! + depth[i - width]! - 4 * z) < z * 0.02
        )
          continue
      }
      let [r, g, b, a, weight] = [0, 0, 0, 0, 0]
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const p = (i + dy * width + dx) * 4
          const k = dx === 0 && dy === 0 ? 4 : dx === 0 || dy === 0 ? 2 : 1
          const cover = from[p + 3]! * k
          r += from[p]! * cover
          g += from[p + 1]! * cover
          b += from[p + 2]! * cover
          a += cover
          weight += k
        }
      const p = i * 4
      if (a > 0) {
        data[p] = r / a
        data[p + 1] = g / a
        data[p + 2] = b / a
      }
      data[p + 3] = a / weight
    }
}
