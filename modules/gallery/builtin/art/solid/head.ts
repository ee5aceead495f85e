import { readFileSync } from 'node:fs'
import { ball, mirrored, place, sheet, softened, tube, type Material, type Mesh } from './mesh.ts'
import { add, along, bump, cross, length, light, mix, smooth, sub, times, turned, unit, type Vec } from './vector.ts'

/** The average human face that the heads are modelled from; where it comes from is told in the README. */
const average: { points: number[]; triangles: number[] } = JSON.parse(
  readFileSync(new URL('./face.json', import.meta.url), 'utf8')
)

/** What makes a face its own. Numbers are 0 (or 1 where a size is meant) for the average; centimetres where they move something. */
export interface Looks {
  skin: string
  /** Where blood shows: cheeks, nose, ears. */
  blood: string
  lips: string
  brows: string
  iris: string
  lashes?: string
  /** Where the eyes look, as a direction from the face; straight ahead is [0, 0, 1]. */
  gaze?: Vec
  /** How far the eyes are open: 0 closed, 1 average, 1.5 wide. */
  open?: number
  eyes?: number
  /** Strength of the brows, and how far they are raised at the inner and the outer end. */
  brow?: number
  browIn?: number
  browOut?: number
  jaw?: number
  chin?: number
  cheek?: number
  noseLength?: number
  noseWidth?: number
  noseHook?: number
  mouth?: number
  fullness?: number
  smile?: number
  /** How far the mouth is open, in centimetres. */
  drop?: number
  age?: number
  neck?: number
  /** A beard that follows the jaw: its colour, and its thickness in centimetres. */
  beard?: { colour: string; thick: number }
  /** Turn of the head: nod, look aside, tilt, in degrees. */
  turn?: Vec
  facet?: number
  /** Lashes that run out into a wing, and how large the iris is, as an angle. */
  wing?: boolean
  irisSize?: number
}

const eyeRings = [
  { top: [246, 161, 160, 159, 158, 157, 173], low: [7, 163, 144, 145, 153, 154, 155], ends: [33, 133] },
  { top: [466, 388, 387, 386, 385, 384, 398], low: [249, 390, 373, 374, 380, 381, 382], ends: [263, 362] },
] as const
const browRings = [
  { top: [70, 63, 105, 66, 107], low: [46, 53, 52, 65, 55] },
  { top: [300, 293, 334, 296, 336], low: [276, 283, 282, 295, 285] },
] as const
const outerLips = [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185]
const midLips = [
  76, 77, 90, 180, 85, 16, 315, 404, 320, 307, 306, 408, 304, 303, 302, 11, 72, 73, 74, 184, 62, 96, 89, 179, 86, 15,
  316, 403, 319, 325, 292, 407, 272, 271, 268, 12, 38, 41, 42, 183,
]
const innerLips = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191]
const lowerLip = new Set([
  146, 91, 181, 84, 17, 314, 405, 321, 375, 77, 90, 180, 85, 16, 315, 404, 320, 307, 96, 89, 179, 86, 15, 316, 403, 319,
  325, 95, 88, 178, 87, 14, 317, 402, 318, 324,
])
const lips = new Set([...outerLips, ...midLips, ...innerLips])
/** The edge of the face, from the middle of the forehead against the clock. */
const edge = [
  10, 109, 67, 103, 54, 21, 162, 127, 234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397,
  288, 361, 323, 454, 356, 389, 251, 284, 332, 297, 338,
]
const eyeCentre: Vec = [3.15, 2.62, 3.7]
const pivot: Vec = [0, -7, -4]
const skullCentre: Vec = [0, 2.6, -3]
const skull: Vec = [7.75, 9.5, 9.4]

/** Where the skull's surface lies in a direction from its middle. */
export const onSkull = (direction: Vec, more = 0): Vec => {
  const d = unit(direction)
  const r = 1 / Math.hypot(d[0] / skull[0], d[1] / skull[1], d[2] / skull[2])
  return add(skullCentre, times(d, r + more))
}

const shaped = (points: Vec[], looks: Looks): Vec[] => {
  const { jaw = 1, chin = 0, cheek = 0, noseLength = 0, noseWidth = 1, noseHook = 0, eyes = 1.12 } = looks
  const { smile = 0, drop = 0, fullness = 1, mouth = 1, browIn = 0, browOut = 0, brow = 1 } = looks
  return points.map((p, index): Vec => {
    let [x, y, z] = p
    const side = Math.sign(x) || 1
    const low = smooth(-1, -8, y)
    x *= 1 + (jaw - 1) * low
    y -= chin * smooth(-5, -9, y)
    const cheeks = bump(Math.abs(x) - 4.6, 2) * bump(y + 0.2, 2.2)
    x += side * cheek * cheeks
    z += (cheek * 0.5 + smile * 0.35) * cheeks
    y += smile * 0.3 * cheeks
    const nose = smooth(2.4, 0.4, Math.abs(x)) * bump(y + 0.3, 2.1) * smooth(4.2, 6, z)
    z += noseLength * nose
    y -= noseHook * nose
    z += noseHook * 0.8 * bump(x, 1) * bump(y - 1.4, 0.9)
    const wings = bump(y + 0.9, 1.1) * smooth(3, 1.4, Math.abs(x)) * smooth(4, 4.8, z)
    x *= 1 + (noseWidth - 1) * wings
    const from: Vec = [x - side * eyeCentre[0], y - eyeCentre[1], 0]
    const near = Math.exp(-((from[0] / 2.1) ** 2) - (from[1] / 1.5) ** 2)
    x += from[0] * (eyes - 1) * near
    y += from[1] * (eyes - 1) * 1.4 * near
    const browline = bump(y - 4.2, 0.9) * smooth(6.2, 4.6, Math.abs(x))
    const inner = smooth(4.6, 1.2, Math.abs(x))
    y += (browIn * inner + browOut * (1 - inner)) * browline
    z += (brow - 1) * 0.7 * browline
    if (lips.has(index)) {
      x *= mouth
      z += (fullness - 1) * 0.7 * bump(x, 2)
      y = -4.15 + (y + 4.15) * (0.72 + 0.28 * fullness)
    }
    const corner = Math.exp(-(((Math.abs(x) - 2.4) / 1.5) ** 2) - ((y + 4.3) / 1.3) ** 2)
    y += smile * 0.62 * corner
    x += side * smile * 0.4 * corner
    z -= smile * 0.14 * corner
    if (lips.has(index)) y -= smile * (drop ? 0.06 : 0.15) * bump(x, 1.8)
    const falls = lowerLip.has(index) ? bump(x, 2.9) : lips.has(index) ? 0 : smooth(-4.7, -5.6, y)
    y -= drop * falls
    return [x, y, z]
  })
}

/** Marks of the years, on the fine surface: folds beside the mouth, bags under the eyes, lines of the forehead. */
const aged = (points: Vec[], age: number): Vec[] =>
  points.map(([x, y, z]) => {
    const a = Math.abs(x)
    const fold = 1.9 + (-0.3 - y) * 0.34
    const beside = bump(a - fold, 0.28) * smooth(0.2, -1, y) * smooth(-5.4, -4, y)
    const bag = bump(y - 1.45 + (a - 3) ** 2 * 0.06, 0.16) * bump(a - 3, 1.4)
    const forehead =
      (Math.sin(y * 5.4 + Math.cos(x * 0.7) * 1.2) - 0.2) * smooth(5.1, 5.8, y) * smooth(8, 6.6, y) * smooth(5, 3, a)
    const crow = bump(a - 5.5, 0.7) * Math.max(0, Math.sin((y - 2.3) * 6 + (a - 5) * 1.5)) * bump(y - 2.4, 1)
    const hollow = bump(a - 4.7, 1.3) * bump(y + 3, 1.6)
    return [x, y, z - age * (0.3 * beside + 0.16 * bag + 0.1 * forehead + 0.12 * crow + 0.45 * hollow)]
  })

const overLip = [57, 186, 92, 165, 167, 164, 393, 391, 322, 410, 287]

/** How a beard grows on skin: one soft mass over the jaw and above the lip, thin at its edge, where the skin shows. */
const growing = ({ colour, thick }: { colour: string; thick: number }, drop: number, marks: Vec[]) => {
  const dark = light(colour)
  const above = overLip.map((i) => add(marks[i]!, [0, 0.22, 0]))
  return (p: Vec, bare: Vec, least = 1): { point: Vec; colour: Vec } => {
    const [x, y, z] = p
    const a = Math.abs(x)
    const border = -6.1 - drop + (a / 5.9) ** 2.6 * 6.2
    const jaw = Math.max(smooth(border + 0.6, border - 0.9, y), smooth(5.2, 6.6, a) * smooth(2.2, 0.2, y))
    let far = 9
    if (z > 2 && y < 0)
      for (let n = 0; n < 40; n++) {
        const m = along(above, n / 39)
        far = Math.min(far, Math.hypot(m[0] - x, m[1] - y) * (1 + 0.5 * Math.abs(n / 19.5 - 1) ** 4))
      }
    const lip = smooth(0.62, 0.26, far)
    const grown = Math.max(jaw, lip * 0.26) * least
    const curl = Math.sin(x * 2.6 + Math.sin(y * 1.7) * 1.6) * Math.sin(y * 2.9 + Math.sin(x * 1.9 - z) * 1.4)
    const thickness = grown * thick * (1 + curl * 0.12)
    return {
      point: add(p, times(unit([x * 0.9, (y + 4) * 0.55, z * 0.9 + 0.5]), thickness)),
      colour: mix(bare, times(dark, 1 + curl * 0.3), smooth(0.02, 0.55, grown)),
    }
  }
}

/** An eye along its gaze, in rings from the pupil outwards: an iris with depth, a dark rim, all in the shade of the lid. */
const eyeball = (centre: Vec, radius: number, looking: Vec, iris: string, size: number): Mesh => {
  const side = unit(cross([0, 1, 0], looking))
  const over = cross(looking, side)
  const [tone, ink, white] = [light(iris), light('#0b0709'), light('#e9e1dd')]
  const detail = [90, 84] as const
  const colours: Vec[] = []
  const mesh = sheet(
    (u, v) => {
      const [angle, off] = [u * Math.PI * 2, v * 1.9]
      const [right, up] = [Math.sin(angle), Math.cos(angle)]
      const t = off / size
      // light that comes in from above gathers at the lower side of the iris
      const depth = 0.5 + 0.95 * smooth(0.7, -0.9, up) * smooth(0.3, 0.75, t)
      const rays = 1 + 0.14 * Math.sin(angle * 19 + 1) + 0.1 * Math.sin(angle * 43)
      const ring = mix(times(tone, depth * rays), times(tone, 0.12), smooth(0.8, 0.98, t))
      const seen = mix(ink, ring, smooth(0.44, 0.52, t))
      const p = add(
        times(looking, Math.cos(off)),
        add(times(side, Math.sin(off) * right), times(over, Math.sin(off) * up))
      )
      const shade = (1 - 0.5 * smooth(0.02, 0.62, p[1])) * (1 - 0.55 * smooth(0.55, 0.95, Math.abs(p[0])))
      colours.push(times(mix(seen, white, smooth(0.99, 1.07, t)), shade))
      return add(centre, times(p, radius))
    },
    detail,
    { colour: iris, facet: 0, gloss: 0.3, sharp: 90, glow: 0.06 },
    true
  )
  return { ...mesh, colours }
}

const upperEdge = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308]
const lowerEdge = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308]

/** The upper row of teeth, which fills most of the open mouth. */
const teeth = (points: Vec[]): Mesh => {
  const [above, below] = [upperEdge.map((i) => points[i]!), lowerEdge.map((i) => points[i]!)]
  const colours: Vec[] = []
  const row = sheet(
    (u, v) => {
      const at = 0.04 + u * 0.92
      const gap = (1 - Math.abs(Math.sin((u * 8 + 0.5) * Math.PI))) ** 8
      colours.push(times(light('#f6efe4'), (1 - 0.3 * gap) * (0.45 + 0.55 * smooth(0, 0.2, 0.5 - Math.abs(u - 0.5)))))
      const [top, low] = [add(along(above, at), [0, 0.3, 0]), along(below, at)]
      return add(mix(top, low, v * (0.84 - gap * 0.03)), [0, 0, -0.42 - gap * 0.04])
    },
    [96, 4],
    { colour: '#f6efe4', facet: 0, gloss: 0.4, sharp: 40, glow: 0.12, airy: true }
  )
  return { ...row, colours }
}

/** Where the lips meet when the mouth is shut. */
const lipLine = (points: Vec[], tone: string): Mesh =>
  tube(
    [61, ...upperEdge, 291].map((i, n) => {
      const p = points[i]!
      const opposite = n > 0 && n < 12 ? points[lowerEdge[n - 1]!]! : p
      return add(mix(p, opposite, 0.5), [0, 0, 0.06])
    }),
    [0.01, 0.07, 0.07, 0.06, 0.07, 0.07, 0.01],
    { colour: tone, facet: 0, gloss: 0 },
    { sides: 6, steps: 40, up: [0, 1, 0] }
  )

export interface Head {
  meshes: Mesh[]
  /** From the face's own place to where the turned head has it. */
  put: (point: Vec) => Vec
  /** A mesh made on the unturned head, turned with it. */
  wear: (...meshes: Mesh[]) => Mesh[]
}

/** A head with neck and ears, about 22 cm high, the middle between the eyes near [0, 2.6, 4]. */
export const head = (looks: Looks): Head => {
  const { open = 1, drop = 0, age = 0, turn = [0, 0, 0], gaze = [0, 0, 1], neck = 1, facet = 0.55 } = looks
  const skin: Material = { colour: looks.skin, facet, gloss: 0.16, sharp: 14, through: looks.blood }
  const raw = Array.from({ length: average.points.length / 3 }, (_, i): Vec => [
    average.points[i * 3]!,
    average.points[i * 3 + 1]!,
    average.points[i * 3 + 2]!,
  ])
  const points = shaped(raw, looks)
  for (const { top, low } of eyeRings)
    top.forEach((up, n) => {
      const [a, b] = [points[up]!, points[low[n]!]!]
      const meet = a[1] + (b[1] - a[1]) * 0.72
      points[up] = [a[0], meet + (a[1] - meet) * open * 1.25 + (open < 0.3 ? -0.1 : 0), a[2] + (1 - open) * 0.12]
      points[low[n]!] = [b[0], meet + (b[1] - meet) * (0.35 + 0.65 * open), b[2]]
    })
  const holes = eyeRings.map(({ top, low, ends }) => new Set<number>([...top, ...low, ...ends]))
  if (drop > 0) holes.push(new Set(innerLips))
  const triangles: [number, number, number][] = []
  for (let i = 0; i < average.triangles.length; i += 3) {
    const corners = average.triangles.slice(i, i + 3) as [number, number, number]
    if (!holes.some((hole) => corners.every((corner) => hole.has(corner)))) triangles.push(corners)
  }

  const tones = { skin: light(looks.skin), blood: light(looks.blood), lips: light(looks.lips) }
  const colours = points.map(([x, y, z], i): Vec => {
    if (innerLips.includes(i)) return times(tones.lips, 0.55)
    if (midLips.includes(i)) return tones.lips
    if (outerLips.includes(i)) return mix(tones.skin, tones.lips, 0.45)
    const a = Math.abs(x)
    const flush =
      0.2 * Math.exp(-(((a - 4.3) / 2) ** 2) - ((y + 0.6) / 1.7) ** 2) +
      0.2 * bump(x, 1.3) * bump(y + 0.6, 1.1) * smooth(5, 7, z)
    const socket = 0.3 * Math.exp(-(((a - 3.1) / 1.7) ** 2) - ((y - 2.7) / 1) ** 2)
    return mix(mix(tones.skin, times(tones.blood, 0.8), flush), times(tones.skin, 0.55), socket)
  })
  let face = softened(softened({ points, triangles, colours, material: skin }))
  if (age) face = { ...face, points: aged(face.points, age) }

  const grow = looks.beard && growing(looks.beard, drop, points)
  if (grow) {
    const fine = softened(face)
    const grown = fine.points.map((p, i) => grow(p, fine.colours![i]!))
    face = { ...fine, points: grown.map((g) => g.point), colours: grown.map((g) => g.colour) }
  }

  // from the edge of the face round to the back of the head
  const back: Vec = [0, 0.25, -1]
  let rest = sheet(
    (u, v) => {
      const at = (1 - u) * edge.length
      const i = Math.floor(at) % edge.length
      const p = mix(points[edge[i]!]!, points[edge[(i + 1) % edge.length]!]!, at - Math.floor(at))
      const from = sub(p, skullCentre)
      const way = unit(mix(unit(from), back, v * v * 0.35 + v * 0.65))
      const onto = length(sub(onSkull(way), skullCentre))
      // it begins a little under the face, so that no seam shows
      const under = 0.35 * smooth(0.06, 0, v)
      return add(add(skullCentre, times(way, length(from) + (onto - length(from)) * smooth(0, 0.35, v))), [
        -p[0] * 0.03 * smooth(0.06, 0, v),
        -p[1] * 0.03 * smooth(0.06, 0, v),
        -under * 0.5,
      ])
    },
    [36, 14],
    skin,
    true
  )
  if (grow) {
    const grown = rest.points.map((p, i) => grow(p, tones.skin, smooth(0.36, 0.1, Math.floor(i / 36) / 14)))
    rest = { ...rest, points: grown.map((g) => g.point), colours: grown.map((g) => g.colour) }
  }
  const throat = tube(
    [
      [0, -3, -3.6],
      [0, -9, -4.2],
      [0, -14, -5],
      [0, -19, -5.6],
    ],
    [5.2 * neck, 4.9 * neck, 5.1 * neck, 7.4 * neck],
    skin,
    { sides: 22, steps: 10, up: [0, 0, 1] }
  )
  const ear = place(ball([0.8, 2.5, 1.6], { ...skin, facet: 0.5 }, [9, 8]), [7.85, 1.3, -2.6], [-12, 24, -8])
  const shell = place(ball([0.5, 1.6, 0.9], { ...skin, colour: looks.blood }, [8, 6]), [8.35, 1.6, -2.2], [-12, 24, -8])

  const eye = (side: -1 | 1): Mesh[] => {
    const ring = eyeRings[side === -1 ? 0 : 1]!
    const ends = ring.ends.map((i) => points[i]!)
    const wide = Math.abs(ends[0]![0] - ends[1]![0])
    const middle = mix(ends[0]!, ends[1]!, 0.5)
    const radius = wide * 0.5
    const centre: Vec = [middle[0], middle[1] + 0.1, middle[2] - radius * 0.62]
    const looking = unit(gaze)
    const size = looks.irisSize ?? 0.54
    const spot = (at: Vec, wide: number) =>
      place(
        ball(radius * wide, { colour: '#ffffff', glow: 1.5 }, [14, 10]),
        add(centre, times(unit(add(looking, times(at, size / 0.54))), radius * 0.98))
      )
    const parts = [eyeball(centre, radius, looking, looks.iris, size), spot([-0.22, 0.27, 0], size * 0.27)]
    if (size > 0.6) parts.push(spot([0.2, -0.22, 0], size * 0.12))
    const lid = [ring.ends[0], ...ring.top, ring.ends[1]].map((i) => add(points[i]!, [0, 0.02, 0.07]))
    if (looks.wing) lid.unshift(add(lid[0]!, [side * 0.55, 0.3, -0.25]))
    const lash: Material = { colour: looks.lashes ?? '#160d10', facet: 0.2, gloss: 0 }
    parts.push(
      tube(lid, looks.wing ? [0.02, 0.15, 0.16, 0.13, 0.06] : [0.06, 0.12, 0.12, 0.09, 0.05], lash, {
        sides: 6,
        steps: 22,
      })
    )
    // the fold of the lid, a little above the lashes
    if (open > 0.3)
      parts.push(
        tube(
          [ring.ends[0], ...ring.top, ring.ends[1]].map((i, n) =>
            add(points[i]!, [side * (n === 0 ? 0.2 : 0), 0.16 + 0.34 * Math.sin((n / 8) * Math.PI), 0.02])
          ),
          [0.01, 0.05, 0.06, 0.05, 0.01],
          { colour: shadeOf(looks.skin, 0.62), facet: 0, gloss: 0.05, through: looks.blood },
          { sides: 6, steps: 22 }
        )
      )
    const under = [ring.ends[0], ...ring.low, ring.ends[1]].map((i) => add(points[i]!, [0, -0.03, 0.1]))
    parts.push(
      tube(
        under,
        [0.02, 0.06, 0.06, 0.02],
        { colour: shadeOf(looks.skin, 0.45), facet: 0, gloss: 0.2 },
        { sides: 5, steps: 18 }
      )
    )
    const { top, low } = browRings[side === -1 ? 0 : 1]!
    const hairs = top.map((up, n) => add(mix(points[up]!, points[low[n]!]!, 0.45), [0, 0.05, 0.16]))
    const thick = looks.brow ?? 1
    parts.push(
      tube(
        hairs,
        [0.04, 0.24, 0.36, 0.4, 0.12].map((w) => w * thick),
        { colour: looks.brows, facet: 0.7, gloss: 0.05 },
        { sides: 6, steps: 12, flat: 0.5 }
      )
    )
    return parts
  }

  const mouth: Mesh[] = drop > 0 ? [] : [lipLine(points, shadeOf(looks.lips, 0.42))]
  if (drop > 0) {
    const upper = points[13]!
    mouth.push(
      place(ball([2.7, 2.2, 1.6], { colour: '#2a0a10', gloss: 0.1 }, [14, 10]), [
        0,
        upper[1] - drop * 0.5,
        upper[2] - 3.1,
      ]),
      teeth(points)
    )
    if (drop > 0.9)
      mouth.push(
        place(ball([1.5, 0.55, 1.3], { colour: '#b8525a', gloss: 0.3 }, [12, 8]), [
          0,
          upper[1] - drop * 0.95,
          upper[2] - 1,
        ])
      )
  }

  const put = (p: Vec): Vec => turnedAbout(p, turn)
  const wear = (...meshes: Mesh[]) => meshes.map((mesh) => ({ ...mesh, points: mesh.points.map(put) }))
  return {
    meshes: [
      ...wear(face, rest, ear, shell, mirrored(ear), mirrored(shell), ...eye(-1), ...eye(1), ...mouth),
      { ...throat, points: throat.points.map((p) => mix(p, put(p), smooth(-16, -6, p[1]))) },
    ],
    put,
    wear,
  }
}

const shadeOf = (hex: string, k: number) => {
  const n = Number.parseInt(hex.slice(1), 16)
  const part = (v: number) =>
    Math.min(255, Math.round(v * k))
      .toString(16)
      .padStart(2, '0')
  return `#${part((n >> 16) & 255)}${part((n >> 8) & 255)}${part(n & 255)}`
}

const turnedAbout = (p: Vec, turn: Vec): Vec => {
  const from = sub(p, pivot)
  return add(pivot, turned(from, turn))
}
