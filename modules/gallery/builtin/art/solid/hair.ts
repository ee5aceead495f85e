import { onSkull } from './head.ts'
import { sheet, tube, type Material, type Mesh } from './mesh.ts'
import { add, chance, smooth, times, type Vec } from './vector.ts'

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
      sides: 6,
      steps: 12,
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

/** Many locks: `curve` draws one from its number and chance. */
export const locks = (
  count: number,
  seed: number,
  curve: (n: number, random: () => number) => { curve: Vec[]; width: number; material: Material }
) => {
  const random = chance(seed)
  return Array.from({ length: count }, (_, n) => {
    const one = curve(n, random)
    return lock(one.curve, one.width, one.material)
  })
}

/** A root on the head: degrees round it and down from the crown. */
export const rootAt = (round: number, down: number, more = 0): Vec => {
  const [a, b] = [(round * Math.PI) / 180, (down * Math.PI) / 180]
  return onSkull([Math.sin(b) * Math.sin(a), Math.cos(b), Math.sin(b) * Math.cos(a)], more)
}
export const out = (root: Vec, by: number): Vec => add(root, times([root[0], root[1] - 2.6, root[2] + 3], by))
