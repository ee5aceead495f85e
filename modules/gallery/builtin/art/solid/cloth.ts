import { ball, place, sheet, tube, type Material, type Mesh } from './mesh.ts'
import { between, chance, type Vec } from './vector.ts'

const cloth = (material: Material): Material => ({ facet: 0.75, gloss: 0.05, ...material })

interface Chest {
  shoulders: number
  depth: number
  collar: number
  top: number
  bottom: number
  slope: number
}

/** Half its width, half its depth, and the height at eight places from the collar down. */
const chest = ({ shoulders, depth, collar, top, bottom, slope }: Chest) => ({
  widths: [collar, collar * 1.35, shoulders * 0.8, shoulders, shoulders * 1.06, shoulders * 1.05, shoulders, shoulders],
  depths: [collar * 0.95, collar * 1.05, depth * 0.85, depth, depth * 1.15, depth * 1.25, depth * 1.3, depth * 1.3],
  heights: [
    top,
    top - slope * 0.45,
    top - slope,
    top - slope - 3.4,
    top - slope - 7,
    top - slope - 12,
    bottom + 6,
    bottom,
  ],
})

/** Shoulders and chest under a head. The folds run down from the shoulders; `open` bares the throat. */
export const bust = (
  material: Material,
  {
    shoulders = 19,
    depth = 9,
    collar = 6.4,
    top = -10,
    bottom = -44,
    folds = 0.5,
    seed = 1,
    lean = 0,
    slope = 4.5,
  } = {}
): Mesh => {
  const random = chance(seed)
  const { widths, depths, heights } = chest({ shoulders, depth, collar, top, bottom, slope })
  const waves = [0, 1, 2].map((n) => ({ pace: 5 + n * 4, phase: random() * 6, size: folds / (1 + n * 0.6) }))
  return sheet(
    (u, v) => {
      const a = (u - 0.5) * Math.PI * 2
      const [w, d, y] = [between(widths, v), between(depths, v), between(heights, v)]
      const wave =
        waves.reduce((sum, { pace, phase, size }) => sum + Math.sin(a * pace + phase + v * 4) * size, 0) *
        Math.min(1, v * 2.5)
      const square = Math.abs(Math.sin(a)) ** 0.8 * Math.sign(Math.sin(a))
      return [square * (w + wave) + lean * v * 6, y + wave * 0.5, Math.cos(a) * (d + wave) - 4.6 + v * 2]
    },
    [104, 42],
    cloth(material),
    true
  )
}

/**
 * A point before a bust without folds, so far right of its middle and so high, lying `more` outside it: for an apron, a
 * strap or a seam that follows the chest.
 */
export const onBust = (
  x: number,
  y: number,
  more = 0.3,
  { shoulders = 19, depth = 9, collar = 6.4, top = -10, bottom = -44, slope = 4.5 } = {}
): Vec => {
  const { widths, depths, heights } = chest({ shoulders, depth, collar, top, bottom, slope })
  let v = 0
  while (v < 1 && between(heights, v) > y) v += 0.002
  const [w, d] = [between(widths, v), between(depths, v)]
  const a = Math.asin(Math.min(1, Math.abs(x) / w) ** 1.25)
  return [x * (1 + more / w), y + more * 0.3, Math.cos(a) * (d + more) - 4.6 + v * 2 + more * 0.4]
}

/** Cloth wound about the neck so many times. */
export const scarf = (
  material: Material,
  { at = -12, radius = 7.2, thick = 1.7, turns = 1, seed = 3, drop = 1.6, tilt = 0 } = {}
): Mesh => {
  const random = chance(seed)
  const curve = Array.from({ length: 16 * turns + 1 }, (_, n): Vec => {
    const a = (n / 16) * Math.PI * 2 + 2.4
    const r = radius * (1 + (random() - 0.5) * 0.12)
    return [
      Math.sin(a) * r * 1.12,
      at + Math.sin(a) * tilt - (Math.cos(a) + 1) * drop * 0.5 + (n / 16) * thick * 0.9 + (random() - 0.5) * 0.5,
      Math.cos(a) * r - 4,
    ]
  })
  return tube(curve, [thick, thick * 1.2, thick * 0.9, thick * 1.25, thick], cloth(material), {
    sides: 9,
    steps: 52 * turns,
    up: [0, 1, 0],
    flat: 1.15,
  })
}

/** A band or ribbon between two curves. */
export const band = (one: readonly Vec[], other: readonly Vec[], material: Material, steps = 20): Mesh =>
  sheet(
    (u, v) => {
      const at = (points: readonly Vec[]): Vec => {
        const n = u * (points.length - 1)
        const i = Math.min(Math.floor(n), points.length - 2)
        const [a, b] = [points[i]!, points[i + 1]!]
        return [a[0] + (b[0] - a[0]) * (n - i), a[1] + (b[1] - a[1]) * (n - i), a[2] + (b[2] - a[2]) * (n - i)]
      }
      const [a, b] = [at(one), at(other)]
      return [a[0] + (b[0] - a[0]) * v, a[1] + (b[1] - a[1]) * v, a[2] + (b[2] - a[2]) * v]
    },
    [steps, 3],
    { ...cloth(material), airy: true }
  )

/** A closed hand, knuckles to the front, about 9 cm across; the thumb lies on the left. */
export const fist = (skin: Material): Mesh[] => {
  const flesh = { facet: 0.12, gloss: 0.15, ...skin }
  return [
    place(ball([3.9, 3.4, 2.6], flesh, [26, 18]), [0, 0, -0.6]),
    ...[0, 1, 2, 3].map((n) =>
      tube(
        [
          [-2.9 + n * 1.9, 2.4 - Math.abs(n - 1.2) * 0.4, -1],
          [-2.9 + n * 1.9, 2.5 - Math.abs(n - 1.2) * 0.4, 1.4],
          [-2.8 + n * 1.85, 0.6, 2.6],
          [-2.6 + n * 1.75, -1.6, 1.7],
          [-2.5 + n * 1.7, -1.8, 0.4],
        ],
        [1, 1.08, 1.05, 0.95, 0.8],
        flesh,
        { sides: 14, steps: 26, up: [1, 0, 0] }
      )
    ),
    tube(
      [
        [-3.4, -1.6, -0.5],
        [-4.1, 0, 1.2],
        [-2.6, -0.9, 3],
        [-0.4, -1.2, 3.3],
      ],
      [1.2, 1.2, 1.05, 0.8],
      flesh,
      { sides: 14, steps: 22, up: [0, 1, 0] }
    ),
  ]
}

export const moved = (meshes: Mesh[], to: Vec, turn: Vec = [0, 0, 0], scale: Vec | number = 1) =>
  meshes.map((mesh) => place(mesh, to, turn, scale))
