import { readFileSync } from 'node:fs'
import { ball, mirrored, painted, place, sheet, softened, tube, type Material, type Mesh } from './mesh.ts'
import { add, bump, chance, length, light, mix, smooth, sub, times, turned, unit, type Vec } from './vector.ts'

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
  wing?: boolean
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
    z -= smile * 0.25 * corner
    if (lips.has(index)) y -= smile * 0.18 * bump(x, 1.3)
    const falls = lowerLip.has(index) ? bump(x, 2.5) : lips.has(index) ? 0 : smooth(-4.7, -5.6, y)
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

/** A second skin over the jaw, rough and thick in the middle. */
const bearded = (face: Mesh, { colour, thick }: { colour: string; thick: number }, drop: number): Mesh => {
  const random = chance(19)
  const points = face.points.map(([x, y, z]): Vec => {
    const a = Math.abs(x)
    const border = -6.6 - drop + (a / 5.9) ** 3 * 6.2
    const grown = Math.max(smooth(border + 0.5, border - 0.9, y), smooth(5.6, 6.4, a) * smooth(1.6, 0.4, y))
    const out = grown * (thick + (random() - 0.5) * thick * 0.5) - (1 - grown) * 0.5
    const away = unit([x * 0.9, (y + 4) * 0.55, z * 0.9 + 0.5])
    return add([x, y, z], times(away, out))
  })
  return { points, triangles: face.triangles, material: { colour, facet: 0.85, gloss: 0.12, sharp: 10 } }
}

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
    if (outerLips.includes(i)) return mix(tones.skin, tones.lips, 0.6)
    const a = Math.abs(x)
    const flush =
      0.2 * Math.exp(-(((a - 4.3) / 2) ** 2) - ((y + 0.6) / 1.7) ** 2) +
      0.2 * bump(x, 1.3) * bump(y + 0.6, 1.1) * smooth(5, 7, z)
    const socket = 0.3 * Math.exp(-(((a - 3.1) / 1.7) ** 2) - ((y - 2.7) / 1) ** 2)
    return mix(mix(tones.skin, times(tones.blood, 0.8), flush), times(tones.skin, 0.55), socket)
  })
  let face = softened(softened({ points, triangles, colours, material: skin }))
  if (age) face = { ...face, points: aged(face.points, age) }

  const beard = looks.beard ? [bearded(face, looks.beard, drop)] : []

  // from the edge of the face round to the back of the head
  const back: Vec = [0, 0.25, -1]
  const rest = sheet(
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
    const apple = place(
      ball(radius, { colour: '#ffffff', facet: 0, gloss: 0.35, sharp: 90 }, [110, 90]),
      centre,
      [90, 0, 0]
    )
    const parts = [
      painted(apple, (p) => {
        const off = Math.acos(
          Math.min(
            1,
            Math.max(
              -1,
              ((p[0] - centre[0]) / radius) * looking[0] +
                ((p[1] - centre[1]) / radius) * looking[1] +
                ((p[2] - centre[2]) / radius) * looking[2]
            )
          )
        )
        if (off < 0.2) return '#0a0709'
        if (off < 0.44) return off < 0.31 ? looks.iris : shadeOf(looks.iris, 0.75)
        if (off < 0.52) return '#14090c'
        return '#d9cfca'
      }),
      place(
        ball(radius * 0.13, { colour: '#ffffff', glow: 1.6 }, [8, 6]),
        add(centre, times(unit(add(looking, [-0.3, 0.34, 0])), radius * 0.97))
      ),
    ]
    const lid = [ring.ends[0], ...ring.top, ring.ends[1]].map((i) => add(points[i]!, [0, 0.02, 0.07]))
    if (looks.wing) lid.unshift(add(lid[0]!, [side * 0.55, 0.3, -0.25]))
    const lash: Material = { colour: looks.lashes ?? '#160d10', facet: 0.2, gloss: 0 }
    parts.push(
      tube(lid, looks.wing ? [0.02, 0.15, 0.16, 0.13, 0.06] : [0.06, 0.12, 0.12, 0.09, 0.05], lash, {
        sides: 6,
        steps: 22,
      })
    )
    const under = [ring.ends[0], ...ring.low, ring.ends[1]].map((i) => add(points[i]!, [0, -0.02, 0.04]))
    parts.push(
      tube(
        under,
        [0.03, 0.06, 0.05, 0.03],
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

  const mouth: Mesh[] = []
  if (drop > 0) {
    const upper = points[13]!
    mouth.push(
      place(ball([2.7, 2.2, 1.6], { colour: '#2a0a10', gloss: 0.1 }, [14, 10]), [
        0,
        upper[1] - drop * 0.5,
        upper[2] - 3.1,
      ]),
      sheet(
        (u, v) => {
          const x = (u - 0.5) * 4.2 * (looks.mouth ?? 1)
          return [
            x,
            upper[1] + 0.35 - v * 0.82 + x * x * (0.03 + 0.1 * (looks.smile ?? 0)),
            upper[2] - 0.2 - x * x * 0.2,
          ]
        },
        [12, 3],
        { colour: '#f2ebe0', facet: 0.1, gloss: 0.5, sharp: 40, glow: 0.12, airy: true }
      )
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
      ...wear(face, rest, ...beard, ear, shell, mirrored(ear), mirrored(shell), ...eye(-1), ...eye(1), ...mouth),
      { ...throat, points: throat.points.map((p) => mix(p, put(p), smooth(-16, -6, p[1]))) },
    ],
    put,
    wear,
  }
}

export const shadeOf = (hex: string, k: number) => {
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
