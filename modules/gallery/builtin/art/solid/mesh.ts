import { add, along, between, cross, light, sub, times, turned, unit, type Vec } from './vector.ts'

/** What a surface is made of. */
export interface Material {
  /** '#rrggbb'; a mesh may colour its points one by one instead. */
  colour: string
  /** How much the planes of the cut show: 0 is smooth, 1 is a cut stone. */
  facet?: number
  /** Strength and sharpness of the highlight. */
  gloss?: number
  sharp?: number
  /** Light that enters and comes out again nearby, as in skin, wax and leaves. */
  through?: string
  /** Light of its own. */
  glow?: number
  /** Casts no shadow. */
  airy?: boolean
}

/** Triangles of one material. `planes` tells which plane of the cut each belongs to; without it each is its own. */
export interface Mesh {
  points: Vec[]
  triangles: (readonly [number, number, number])[]
  material: Material
  colours?: Vec[]
  planes?: number[]
}

export const move = (mesh: Mesh, change: (point: Vec) => Vec): Mesh => ({ ...mesh, points: mesh.points.map(change) })

/** Scaled, then turned, then carried to its place. */
export const place = (mesh: Mesh, to: Vec, turn: Vec = [0, 0, 0], scale: Vec | number = 1): Mesh => {
  const s = typeof scale === 'number' ? ([scale, scale, scale] as const) : scale
  return move(mesh, (p) => add(turned([p[0] * s[0], p[1] * s[1], p[2] * s[2]], turn), to))
}

/** The same on the other side of the middle. */
export const mirrored = (mesh: Mesh): Mesh => ({
  ...mesh,
  points: mesh.points.map(([x, y, z]) => [-x, y, z]),
  triangles: mesh.triangles.map(([a, b, c]) => [a, c, b]),
})

/** A skin over a grid of points: `at(u, v)` with u and v from 0 to 1. */
export const sheet = (
  at: (u: number, v: number) => Vec,
  [columns, rows]: readonly [number, number],
  material: Material,
  round = false
): Mesh => {
  const points: Vec[] = []
  const triangles: [number, number, number][] = []
  const width = round ? columns : columns + 1
  for (let r = 0; r <= rows; r++) for (let c = 0; c < width; c++) points.push(at(c / columns, r / rows))
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const [a, b] = [r * width + c, r * width + ((c + 1) % width)]
      const [d, e] = [a + width, b + width]
      // every second square is cut the other way, which looks less like a net
      if ((r + c) % 2) triangles.push([a, b, d], [b, e, d])
      else triangles.push([a, b, e], [a, e, d])
    }
  return { points, triangles, material }
}

export const ball = (radius: Vec | number, material: Material, detail: readonly [number, number] = [18, 12]): Mesh => {
  const [rx, ry, rz] = typeof radius === 'number' ? [radius, radius, radius] : radius
  return sheet(
    (u, v) => {
      const [a, b] = [u * Math.PI * 2, v * Math.PI]
      return [rx * Math.sin(b) * Math.sin(a), -ry * Math.cos(b), rz * Math.sin(b) * Math.cos(a)]
    },
    detail,
    material,
    true
  )
}

/** A shape turned on a lathe about the y axis; the profile's pairs are [radius, height], upwards. */
export const lathe = (profile: readonly (readonly [number, number])[], material: Material, sides = 32): Mesh =>
  sheet(
    (u, v) => {
      const [r, y] = profile[Math.round(v * (profile.length - 1))]!
      return [r * Math.sin(u * Math.PI * 2), y, r * Math.cos(u * Math.PI * 2)]
    },
    [sides, profile.length - 1],
    material,
    true
  )

/** A rope, horn, lock or limb along a curve. Widths are half the thickness from beginning to end; `flat` presses it. */
export const tube = (
  curve: readonly Vec[],
  widths: readonly number[],
  material: Material,
  { sides = 7, steps = 14, flat = 1, up = [0, 0, 1] as Vec, twist = 0 } = {}
): Mesh =>
  sheet(
    (u, v) => {
      const middle = along(curve, v)
      const forward = unit(sub(along(curve, v + 0.02), along(curve, v - 0.02)))
      const side = unit(cross(forward, up))
      const over = unit(cross(side, forward))
      const angle = -u * Math.PI * 2 + v * twist
      const r = between(widths, v)
      return add(middle, add(times(side, Math.cos(angle) * r), times(over, Math.sin(angle) * r * flat)))
    },
    [sides, steps],
    material,
    true
  )

export const box = ([w, h, d]: Vec, material: Material): Mesh => {
  const faces: [Vec, Vec, Vec][] = [
    [
      [0, 0, d],
      [w, 0, 0],
      [0, h, 0],
    ],
    [
      [0, 0, -d],
      [-w, 0, 0],
      [0, h, 0],
    ],
    [
      [w, 0, 0],
      [0, 0, -d],
      [0, h, 0],
    ],
    [
      [-w, 0, 0],
      [0, 0, d],
      [0, h, 0],
    ],
    [
      [0, h, 0],
      [w, 0, 0],
      [0, 0, -d],
    ],
    [
      [0, -h, 0],
      [w, 0, 0],
      [0, 0, d],
    ],
  ]
  const points: Vec[] = []
  const triangles: [number, number, number][] = []
  for (const [middle, a, b] of faces) {
    const n = points.length
    for (const [i, j] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const)
      points.push(times(add(middle, add(times(a, i), times(b, j))), 0.5))
    triangles.push([n, n + 1, n + 2], [n, n + 2, n + 3])
  }
  return { points, triangles, material: { facet: 1, ...material } }
}

/** A flat shape with a thickness; the outline runs against the clock, in the plane z = 0. */
export const slab = (outline: readonly (readonly [number, number])[], depth: number, material: Material): Mesh => {
  const n = outline.length
  const cx = outline.reduce((sum, [x]) => sum + x, 0) / n
  const cy = outline.reduce((sum, [, y]) => sum + y, 0) / n
  const points: Vec[] = [
    ...outline.map(([x, y]): Vec => [x, y, depth / 2]),
    ...outline.map(([x, y]): Vec => [x, y, -depth / 2]),
    [cx, cy, depth / 2],
    [cx, cy, -depth / 2],
  ]
  const triangles = outline.flatMap((_, i): [number, number, number][] => {
    const j = (i + 1) % n
    return [
      [i, j, 2 * n],
      [n + j, n + i, 2 * n + 1],
      [i, n + i, j],
      [j, n + i, n + j],
    ]
  })
  return { points, triangles, material: { facet: 1, ...material } }
}

/** Each triangle becomes four and the whole rounder (Loop's rule), the planes of the cut staying as they were. */
export const softened = (mesh: Mesh): Mesh => {
  const { points, triangles } = mesh
  const edges = new Map<number, { at: number; ends: [number, number]; far: number[] }>()
  const key = (a: number, b: number) => (a < b ? a * 65536 + b : b * 65536 + a)
  for (const [a, b, c] of triangles)
    for (const [i, j, far] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ] as const) {
      const edge = edges.get(key(i, j)) ?? { at: 0, ends: [i, j], far: [] }
      edge.far.push(far)
      edges.set(key(i, j), edge)
    }
  const near = points.map((): number[] => [])
  const rim = points.map((): number[] => [])
  for (const {
    ends: [i, j],
    far,
  } of edges.values()) {
    near[i]!.push(j)
    near[j]!.push(i)
    if (far.length === 1) {
      rim[i]!.push(j)
      rim[j]!.push(i)
    }
  }
  const blend = <T extends Vec>(all: T[], i: number): Vec => {
    const border = rim[i]!
    if (border.length >= 2) {
      const around = border.reduce((sum, n) => add(sum, all[n]!), [0, 0, 0] as Vec)
      return add(times(all[i]!, 0.75), times(around, 0.25 / border.length))
    }
    const n = near[i]!.length
    const beta = n === 3 ? 3 / 16 : 3 / (8 * n)
    const around = near[i]!.reduce((sum, k) => add(sum, all[k]!), [0, 0, 0] as Vec)
    return add(times(all[i]!, 1 - n * beta), times(around, beta))
  }
  const halfway = (all: Vec[], { ends: [i, j], far }: { ends: [number, number]; far: number[] }): Vec =>
    far.length === 2
      ? add(times(add(all[i]!, all[j]!), 3 / 8), times(add(all[far[0]!]!, all[far[1]!]!), 1 / 8))
      : times(add(all[i]!, all[j]!), 0.5)
  const next = points.map((_, i) => blend(points, i))
  const tint = mesh.colours?.map((_, i) => blend(mesh.colours!, i))
  for (const edge of edges.values()) {
    edge.at = next.length
    next.push(halfway(points, edge))
    tint?.push(halfway(mesh.colours!, edge))
  }
  const planes: number[] = []
  const cut = triangles.flatMap(([a, b, c], n): [number, number, number][] => {
    const [x, y, z] = [edges.get(key(a, b))!.at, edges.get(key(b, c))!.at, edges.get(key(c, a))!.at]
    const plane = mesh.planes?.[n] ?? n
    planes.push(plane, plane, plane, plane)
    return [
      [a, x, z],
      [x, b, y],
      [z, y, c],
      [x, y, z],
    ]
  })
  return { ...mesh, points: next, triangles: cut, planes, ...(tint ? { colours: tint } : {}) }
}

/** Colours each point by a rule that knows where it is. */
export const painted = (mesh: Mesh, colour: (point: Vec, index: number) => string): Mesh => ({
  ...mesh,
  colours: mesh.points.map((p, i) => light(colour(p, i))),
})
