import { onSkull } from './head.ts'
import { sheet, tube, type Material, type Mesh } from './mesh.ts'
import { add, along, bump, chance, cross, light, mix, smooth, sub, times, unit, type Vec } from './vector.ts'

/**
 * Hair that lies on the head: `thick` gives its thickness for an angle round the head (0 in front, 180 behind, negative
 * on the right) and one from the crown (0) down to the neck (150); below 0 there is none.
 */
export const cap = (material: Material, thick: (round: number, down: number) => number, rough = 0.35): Mesh => {
  const random = chance(7)
  const bumps = Array.from({ length: 49 * 19 }, () => (random() - 0.5) * rough)
  return sheet(
    (u, v) => {
      const [round, down] = [(u - 0.5) * 360, v * 150]
      const [a, b] = [(round * Math.PI) / 180, (down * Math.PI) / 180]
      const more = thick(round, down)
      return onSkull(
        [Math.sin(b) * Math.sin(a), Math.cos(b), Math.sin(b) * Math.cos(a)],
        more < 0 ? -2.5 : more + bumps[Math.round(v * 18) * 48 + (Math.round(u * 48) % 48)]!
      )
    },
    [48, 18],
    { facet: 0.8, gloss: 0.35, sharp: 12, ...material },
    true
  )
}

/** The usual edge of hair above the face, at so many degrees from the crown in front, at the temples and behind. */
export const hairline =
  (front: number, temples: number, behind: number, thickness: number) => (round: number, down: number) => {
    const a = Math.abs(round)
    const edge =
      a < 70 ? front + (temples - front) * smooth(20, 70, a) : temples + (behind - temples) * smooth(70, 120, a)
    return down > edge ? -1 : thickness * smooth(edge + 1, edge - 14, down) + 0.15
  }

/** One lock along its curve, thick in the middle and thin at the end. */
export const lock = (curve: readonly Vec[], width: number, material: Material, flat = 0.5, tip = 0.08): Mesh =>
  tube(
    curve,
    [width * 0.55, width, width * 0.95, width * 0.7, width * tip],
    { facet: 0.75, gloss: 0.3, sharp: 14, ...material },
    {
      // a lock that is not cut into planes has to be round
      sides: (material.facet ?? 1) < 0.3 ? 12 : 6,
      steps: (material.facet ?? 1) < 0.3 ? 22 : 12,
      flat,
    }
  )

/** A plait of three strands down a curve. */
export const plait = (curve: (t: number) => Vec, width: number, turns: number, material: Material): Mesh[] =>
  [0, 1, 2].map((strand) =>
    tube(
      Array.from({ length: turns * 8 }, (_, n) => {
        const t = n / (turns * 8 - 1)
        const angle = t * turns * Math.PI * 2 + (strand * Math.PI * 2) / 3
        const w = width * (1 - t * 0.45)
        return add(curve(t), [Math.sin(angle) * w * 0.62, 0, Math.sin(angle * 2) * w * 0.3])
      }),
      [width * 0.6, width * 0.6, width * 0.45, width * 0.3],
      { facet: 0.6, gloss: 0.4, ...material },
      { sides: 6, steps: turns * 10 }
    )
  )

/** A root on the head: degrees round it and down from the crown. */
export const rootAt = (round: number, down: number, more = 0): Vec => {
  const [a, b] = [(round * Math.PI) / 180, (down * Math.PI) / 180]
  return onSkull([Math.sin(b) * Math.sin(a), Math.cos(b), Math.sin(b) * Math.cos(a)], more)
}
export const out = (root: Vec, by: number): Vec => add(root, times([root[0], root[1] - 2.6, root[2] + 3], by))

/** Colours of hair: in its depth, on its ridges, where the light runs over it. */
export interface Tones {
  deep: string
  ridge: string
  sheen: string
}

const hairy: Material = { colour: '#000000', facet: 0.04, gloss: 0.34, sharp: 16 }

/**
 * A body of hair combed into soft locks over a surface: `at(u, t)` with u across and t from root (0) to end (1). Each lock
 * is a ridge that ends in a rounded point, and a band of sheen lies over all of them.
 */
export const combed = (
  at: (u: number, t: number) => Vec,
  { count = 20, deep = 0.5, ragged = 0.12, sheen = 0.4, lean = 0, seed = 5, airy = false },
  tones: Tones
): Mesh => {
  const random = chance(seed)
  const ends = Array.from({ length: count + 2 }, () => random())
  const [dark, bright, shine] = [light(tones.deep), light(tones.ridge), light(tones.sheen)]
  const colours: Vec[] = []
  const mesh = sheet(
    (u, t) => {
      const s = Math.min(count - 0.001, Math.max(0, u * count + lean * t * t + Math.sin(u * count * 1.9 + seed) * 0.4))
      const n = Math.floor(s)
      const ridge = Math.sqrt(Math.max(0, 1 - (2 * (s - n) - 1) ** 2))
      const grows = smooth(0, 0.3, t)
      const reach = t * (1 - ragged * ((1 - ridge) * 0.8 + ends[n]! * 0.7))
      const p = at(u, reach)
      const fine = 0.5 + 0.5 * Math.sin(s * 25.1 + n)
      const band = bump(t - sheen - (ends[n]! - 0.5) * 0.07 - (1 - ridge) * 0.05, 0.085) * (0.35 + 0.65 * ridge)
      colours.push(
        mix(mix(dark, bright, (0.25 + 0.6 * ridge) * (0.75 + 0.25 * fine)), shine, band * (0.6 + 0.3 * fine))
      )
      return add(p, times(unit(sub(p, [0, 1, -3])), deep * grows * (ridge - 1) + 0.05 * fine * grows))
    },
    [count * 12, 48],
    { ...hairy, airy }
  )
  return { ...mesh, colours }
}

/** A ringlet winding about a path, close at its root and loose towards its end. */
export const ringlet = (
  path: readonly Vec[],
  { turns = 4, wide = 0.9, thick = 0.6, phase = 0, airy = false },
  tones: Tones
): Mesh => {
  const [dark, bright, shine] = [light(tones.deep), light(tones.ridge), light(tones.sheen)]
  const steps = Math.round(turns * 11)
  const coil = Array.from({ length: steps + 1 }, (_, i): Vec => {
    const t = i / steps
    const forward = unit(sub(along(path, t + 0.03), along(path, t - 0.03)))
    const side = unit(cross(forward, [0.13, 0.2, 1]))
    const over = cross(side, forward)
    const angle = phase + t * turns * Math.PI * 2
    const r = wide * smooth(-0.05, 0.3, t) * (1 - 0.35 * t)
    return add(along(path, t), add(times(side, Math.cos(angle) * r), times(over, Math.sin(angle) * r)))
  })
  const sides = 8
  const mesh = tube(
    coil,
    [0.5, 1, 1.05, 1, 0.98, 0.9, 0.5].map((w) => w * thick),
    { ...hairy, gloss: 0.4, airy },
    { sides, steps, up: [0.1, 0.3, 1] }
  )
  return {
    ...mesh,
    colours: mesh.points.map((_, i) => {
      const t = Math.floor(i / sides) / steps
      const rim = 0.5 - 0.5 * Math.cos(((i % sides) / sides) * Math.PI * 2)
      return mix(mix(dark, bright, smooth(0, 0.7, t) * (0.55 + 0.45 * rim)), shine, smooth(0.6, 1, t) * 0.4 * rim)
    }),
  }
}
