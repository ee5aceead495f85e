import { hex, lighter, mix, type Colour } from '../colour.ts'
import { n, polygon, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { Expression, Looks } from '../traits.ts'
import { faceShadow, shaded, shadedSkin, solid, turned, type Figure } from './figure.ts'

/** The effect of an expression on a face. Lengths are in units of the figure. */
interface Mood {
  /** How far the inner and outer ends of the brows move down, and how far the brows arch. */
  brow: readonly [inner: number, outer: number, arch: number]
  /** How far the eyes are open. 0 is closed. */
  open: number
  /** How far the lower lids rise, as in a smile. */
  squint: number
  /** How far the corners of the mouth rise, how wide the mouth is, and how far it is open. */
  mouth: readonly [corners: number, width: number, gap: number]
  /** Raises one brow and one corner of the mouth. */
  skew?: number
  gaze?: readonly [x: number, y: number]
  flush?: number
}

const moods: Record<Expression, Mood> = {
  calm: { brow: [0, 0, 1], open: 0.9, squint: 0.2, mouth: [2, 1, 0] },
  smiling: { brow: [-1, 0, 2], open: 0.92, squint: 0.5, mouth: [7, 1.2, 0] },
  joyful: { brow: [-3, -1, 4], open: 0.72, squint: 0.95, mouth: [8, 1.35, 9], flush: 0.5 },
  mischief: { brow: [2, -3, 2], open: 0.84, squint: 0.6, mouth: [6, 1.2, 0], skew: 1, gaze: [3, 0] },
  wry: { brow: [1, 0, 1], open: 0.76, squint: 0.3, mouth: [2.5, 1, 0], skew: 0.8 },
  tender: { brow: [-3, 1, 1], open: 0.84, squint: 0.4, mouth: [5, 1, 0], flush: 0.3 },
  shy: { brow: [-4, 1, 1], open: 0.8, squint: 0.35, mouth: [4, 0.85, 0], flush: 0.9, gaze: [-3, 2.5] },
  serene: { brow: [-2, 0, 2], open: 0, squint: 0.3, mouth: [5, 1.05, 0] },
  worried: { brow: [-6, 4, 0], open: 1.06, squint: 0, mouth: [-2.5, 0.9, 0] },
  sad: { brow: [-7, 4, 0], open: 0.8, squint: 0.1, mouth: [-4.5, 0.95, 0] },
  angry: { brow: [7, -4, 0], open: 0.86, squint: 0.35, mouth: [-3.5, 1.05, 0] },
  stern: { brow: [4, -1, 0], open: 0.8, squint: 0.3, mouth: [-1, 1, 0] },
  surprised: { brow: [-6, -4, 4], open: 1.2, squint: 0, mouth: [1, 0.8, 8] },
  shouting: { brow: [5, -3, 1], open: 0.9, squint: 0.4, mouth: [1, 1.15, 13] },
  tired: { brow: [-2, 2, 0], open: 0.5, squint: 0.1, mouth: [0.5, 0.95, 0] },
  asleep: { brow: [-1, 1, 1], open: 0, squint: 0, mouth: [2, 0.85, 0] },
}

const shapes: Record<NonNullable<Looks['face']>, readonly [cheek: number, jaw: number, chin: number]> = {
  oval: [48, 35, 67],
  round: [51, 40, 64],
  square: [49, 42, 67],
  long: [46, 34, 72],
  heart: [49, 31, 65],
}

/** Returns how old a face looks, from 0 (up to an age of 36) to 1 (from an age of 76). */
const wear = ({ traits }: Figure) => Math.min(1, Math.max(0, (traits.age - 36) / 40))

/** Returns the expression of a figure. Chooses it at random if the looks don't name it. */
export const moodOf = ({ looks, dice }: Pick<Figure, 'looks' | 'dice'>): Expression => {
  const chosen = dice.pick(['calm', 'smiling', 'wry', 'tender', 'mischief'] as const)
  return looks.expression ?? chosen
}

interface Head {
  figure: Figure
  mood: Mood
  chin: number
  outline: Point[]
  at(x: number, y: number, depth: number): Point
}

/** Draws a human face from the front, slightly turned, with one half in shadow. */
export const face = (figure: Figure): string => {
  const { dice, traits, turn, looks } = figure
  const chosen = dice.pick(['oval', 'round', 'square', 'long', 'heart'] as const)
  const [wide, narrow, low] = shapes[looks.face ?? chosen]
  const child = traits.age < 14
  const jaw =
    narrow + (traits.build === 'masculine' ? 4 : -1) + (looks.body === 'stout' ? 5 : looks.body === 'slight' ? -2 : 0)
  const chin = low - (traits.build === 'feminine' ? 2 : 0) - (child ? 8 : 0)
  const cheek = wide + (looks.body === 'stout' ? 2 : 0) + (child ? 2 : 0)
  const slack = wear(figure) * 3
  const turnAt = (y: number) => Math.sin(turn) * Math.max(0, Math.min(22, 6 + y * 0.28))
  const dent = (y: number, side: number) => (side * turn > 0 ? Math.sin(Math.abs(turn)) * y : 0)
  const side = (s: 1 | -1): Point[] => [
    [s * 30, -64],
    [s * 48, -40],
    [s * (50 - dent(3, s)), -12],
    [s * (cheek - dent(8, s)) + turnAt(0), 2],
    [s * (cheek - 1 - dent(2, s)) + turnAt(18), 18],
    [s * (jaw + 5 + slack - dent(3, s)) + turnAt(36), 37],
    [s * (jaw * 0.72 + slack) + turnAt(52), chin - 12],
    [s * 12 + turnAt(64), chin],
  ]
  const outline: Point[] = [[0, -73], ...side(1), ...side(-1).toReversed()]
  const head: Head = {
    figure,
    mood: moods[moodOf(figure)],
    chin,
    outline,
    at: (x, y, depth) => turned(figure, [x, y], depth),
  }
  const skinned = solid(figure, smooth(outline, true), shadedSkin(figure, 62, turnAt(20)), {
    rim: 3,
    on: features(head),
  })
  return ears(figure) + skinned + beard(head) + mouth(head)
}

const ears = (figure: Figure): string => {
  const { traits, turn, skin, palette, looks } = figure
  const pointed = ['elf', 'demon', 'vampire', 'alien'].includes(traits.being)
  const red = looks.expression === 'shy' ? 0.35 : 0
  return ([-1, 1] as const)
    .map((s) => {
      const x = s * 48 * Math.cos(turn) - Math.sin(turn) * 20
      const shape: Point[] = pointed
        ? [
            [x - s * 4, 22],
            [x + s * 6, 12],
            [x + s * 34, -26],
            [x + s * 8, -14],
            [x - s * 4, -6],
          ]
        : [
            [x - s * 4, 24],
            [x + s * 7, 14],
            [x + s * 11, -4],
            [x + s * 3, -10],
            [x - s * 4, -4],
          ]
      return solid(
        figure,
        pointed ? polygon(shape) : smooth(shape, true),
        hex(mix(mix(skin, [0.6, 0.19, 25], red), palette.dark, s === figure.lit ? 0.16 : 0.45)),
        { rim: 2.4 }
      )
    })
    .join('')
}

/** Returns the darker color of the skin in folds and nostrils. */
const deepSkin = ({ skin, palette }: Figure) => mix(mix(skin, [0.34, 0.12, 15], 0.4), palette.dark, 0.5)

const features = (head: Head): string => {
  const { figure, mood, chin, at } = head
  const { lit, palette, skin, traits, looks, dice } = figure
  const far = -lit
  const broad = looks.nose === 'broad' ? 3.5 : looks.nose === 'small' ? -1.5 : 0
  const low = looks.nose === 'long' || looks.nose === 'hooked' ? 4 : looks.nose === 'small' ? -2 : 0
  const noseTip = at(0, 24 + low, looks.nose === 'small' ? 54 : 60)
  const bridge = at(0, -2, looks.nose === 'hooked' ? 50 : 44)
  const brow = at(0, -16, 46)
  const lips = at(0, 43, 50)
  const below = at(0, 55, 46)
  const foot = at(0, chin + 6, 44)
  // The edge of the shadow runs along the brow, the nose and the chin.
  const edge: Point[] = [
    [at(far * 16, -76, 30)[0], -76],
    at(far * 15, -44, 44),
    [brow[0] + far * 9, -20],
    [bridge[0] + far * 2.5, bridge[1]],
    [noseTip[0] + far * 2, 20 + low],
    [noseTip[0] + far * 4, 29 + low],
    [lips[0] + far * 5, 38],
    [lips[0] + far * 7, 47],
    [below[0] + far * 6, 55],
    [foot[0] + far * 10, chin + 8],
  ]
  const halfInShadow = `${smooth(edge)}L${far * 110} 90V-80z`
  const cheek = polygon([at(far * 14, 14, 46), at(far * 34, 11, 34), at(far * 26, 30, 38), at(far * 18, 29, 42)])
  const light = hex(mix(lighter(skin, 0.13), palette.key, 0.26))
  const deep = hex(deepSkin(figure))
  const planes =
    path(
      polygon([at(lit * 6, -58, 40), at(lit * 34, -46, 34), at(lit * 36, -26, 34), at(lit * 9, -24, 46)]),
      light,
      0.24
    ) +
    path(
      polygon([at(lit * 16, 14, 46), at(lit * 42, 8, 24), at(lit * 34, 28, 32), at(lit * 22, 32, 42)]),
      light,
      0.34
    ) +
    path(polygon([at(lit * 44, 14, 20), at(lit * 40, 40, 20), at(lit * 20, 62, 34), at(lit * 27, 36, 36)]), deep, 0.2) +
    path(polygon([at(lit * 5, 56, 46), at(lit * 12, 52, 44), at(lit * 10, 64, 44), at(0, 66, 46)]), light, 0.22)
  const nostril = 8 + broad
  const bump = looks.nose === 'hooked' ? lit * 3 : 0
  const nose =
    path(
      `${smooth([
        [bridge[0], bridge[1]],
        [noseTip[0] - lit * 1 + bump, 14],
        [noseTip[0], 24 + low],
        [noseTip[0] - lit * 2, 29 + low],
      ])}L${n(at(far * (nostril + 3), 27, 48)[0])} ${27 + low}L${n(bridge[0] + far * 5)} -4z`,
      deep,
      0.42
    ) +
    path(
      polygon([
        [noseTip[0] + lit * 0.5, 12],
        [noseTip[0] + lit * (3.4 + broad * 0.4), 23 + low],
        [noseTip[0] + lit * 0.6, 26 + low],
        [noseTip[0] - lit * 1, 20 + low],
      ]),
      light,
      0.6
    ) +
    stroke(
      `M${n(at(-nostril, 29, 50)[0])} ${28 + low}q${n(noseTip[0] - at(-nostril, 29, 50)[0])} 6 ${n(at(nostril, 29, 50)[0] - at(-nostril, 29, 50)[0])} 0`,
      deep,
      2,
      0.7
    )
  const cheeks = ([-1, 1] as const).map((s) => at(s * 27, 22, 36))
  const flush = Math.max(mood.flush ?? 0, looks.mark === 'blush' ? 0.9 : 0, traits.age < 14 ? 0.6 : 0)
  const red = mix([0.62, 0.18, 20], skin, 0.3)
  const blush =
    flush > 0
      ? cheeks
          .map(([x, y]) => {
            const fades = [
              [0, red, flush * 0.6],
              [1, red, 0],
            ] as const
            return circle(x, y, 15, figure.sheet.radial(fades, x, y, 15))
          })
          .join('')
      : ''
  const opened = mood.open * (1 - wear(figure) * 0.16)
  return (
    planes +
    faceShadow(figure, halfInShadow, dice.between(0.34, 0.46) * (skin[0] < 0.6 ? 0.72 : 1)) +
    path(cheek, hex(mix(skin, palette.key, 0.3)), 0.36) +
    blush +
    nose +
    eyes(head, opened) +
    years(head) +
    mark(head)
  )
}

const irisOf = ({ dice, traits, palette, looks }: Figure, s: 1 | -1) => {
  const glowing = traits.being === 'demon' || traits.being === 'vampire' || traits.being === 'alien'
  const brown = dice.chance(0.6)
  const colour: Colour = [
    dice.between(0.36, 0.56),
    dice.between(0.05, 0.1),
    brown ? 55 : dice.pick([65, 140, 200, 240]),
  ]
  if (looks.otherEye && s < 0) return { colour: looks.otherEye, glowing: false }
  if (looks.eyes) return { colour: looks.eyes, glowing: false }
  return glowing ? { colour: lighter(palette.key, 0.12), glowing } : { colour, glowing }
}

/** Draws two eyes. Aliens have a second, smaller pair above. */
const eyes = (head: Head, opened: number) => {
  const pair = ([-1, 1] as const).map((s) => eye(head, s, opened)).join('')
  return head.figure.traits.being === 'alien' ? `${pair}<g transform="translate(0 -34)scale(.7)">${pair}</g>` : pair
}

const eye = ({ figure, mood, at }: Head, s: 1 | -1, opened: number): string => {
  const { palette, skin, hair, traits, looks, lit } = figure
  const feminine = traits.build === 'feminine'
  const size =
    (traits.age < 14 ? 1.38 : traits.age < 28 ? 1.1 : 1) *
    (feminine ? 1.08 : 1) *
    (looks.eyeShape === 'round' ? 1.08 : 1)
  const dark = s !== lit
  const raised = s === lit ? (mood.skew ?? 0) : 0
  const inner = at(s * (21.5 - 10.5 * size), 3.4, 42)
  const outer = at(s * (21.5 + 11.5 * size), looks.eyeShape === 'narrow' ? 0.4 : 1.6, 30)
  const middle = (inner[0] + outer[0]) / 2
  const wide = Math.abs(outer[0] - inner[0])
  const height = looks.eyeShape === 'narrow' ? 0.82 : 1
  const top = 3 - 9.4 * opened * size * height * (1 + raised * 0.08)
  const low = 3 + 5.6 * Math.min(1, opened) * size * height * (1 - mood.squint * 0.75)
  const ink = hex(mix([0.2, 0.03, 290], hair[0] < 0.5 ? hair : palette.dark, 0.2))
  const lid = (y: number) =>
    `M${n(inner[0])} ${n(inner[1])}Q${n(middle)} ${n(y * 1.4 - 1.4)} ${n(outer[0])} ${n(outer[1])}`
  const browY = -17 + (feminine ? -1 : 2)
  const [browInner, browOuter, arch] = mood.brow
  const browIn = at(s * 9, browY + 3 + browInner - raised * 3, 46)
  const browOut = at(s * 36, browY + 1 + browOuter - raised * 4, 30)
  const browMid = at(s * 25, browY - 3 - arch - raised * 5, 40)
  const thick = (feminine ? 3.2 : 5.2) + (traits.age > 60 && !feminine ? 1.6 : 0)
  const eyebrow = path(
    `M${n(browIn[0])} ${n(browIn[1])}Q${n(browMid[0])} ${n(browMid[1])} ${n(browOut[0])} ${n(browOut[1])}Q${n(browMid[0])} ${n(browMid[1] + thick)} ${n(browIn[0])} ${n(browIn[1] + thick)}z`,
    hex(mix(mix(hair, palette.dark, hair[0] > 0.65 ? 0.2 : 0.45), skin, 0.08)),
    0.92
  )
  const socket = path(
    `${lid(top - 5)}Q${n(middle)} ${n(low + 6)} ${n(inner[0])} ${n(inner[1])}z`,
    hex(mix(mix(skin, [0.34, 0.1, 15], 0.3), palette.dark, 0.55)),
    dark ? 0.2 : 0.32
  )
  const lash = feminine ? `l${s * 4}-3` : ''
  if (opened === 0) {
    const y = mood.squint > 0.2 ? 1 : 4
    const bow = mood.squint > 0.2 ? -6 : 11
    return (
      socket +
      eyebrow +
      stroke(`M${n(inner[0])} ${y + 3}Q${n(middle)} ${bow + 3} ${n(outer[0])} ${y + 2}${lash}`, ink, 2.8)
    )
  }
  const iris = irisOf(figure, s)
  const white = hex(dark ? mix([0.82, 0.02, 290], palette.dark, 0.3) : mix([0.96, 0.015, 80], palette.key, 0.1))
  const shape = `${lid(top)}Q${n(middle)} ${n(low * 1.3)} ${n(inner[0])} ${n(inner[1])}z`
  const ball = figure.sheet.define((id) => `<clipPath id="${id}"><path d="${shape}"/></clipPath>`)
  const [gazeX, gazeY] = mood.gaze ?? [Math.sign(figure.turn || 1) * 0.8, 0]
  const x = middle + gazeX * Math.sign(figure.turn || 1) * (mood.gaze ? 1 : Math.sign(figure.turn || 1))
  const y = 0.4 + gazeY
  const r = Math.min(6.4 * size, wide * 0.36)
  const lighterIris = iris.glowing
    ? lighter(iris.colour, 0.05)
    : dark
      ? mix(iris.colour, palette.dark, 0.2)
      : lighter(iris.colour, 0.08)
  const inside =
    path(shape, iris.glowing ? ink : white) +
    circle(x, y, r, hex(mix(iris.colour, palette.dark, 0.55))) +
    circle(x, y + 1.2, r * 0.78, hex(lighterIris)) +
    circle(x, y + 0.1, r * 0.46, ink) +
    stroke(lid(top), ink, 4.4, 0.35)
  const glow = iris.glowing ? circle(x, y, r * 2.4, hex(iris.colour), 0.22) : ''
  const lashes = path(
    `${lid(top - 1.8)}${feminine ? `l${s * 5}-3` : `l${s * 1.4} 0`}Q${n(middle)} ${n(top * 1.4 + 0.8)} ${n(inner[0])} ${n(inner[1])}z`,
    ink
  )
  const fold = looks.eyeShape === 'narrow' ? '' : stroke(lid(top - 4.4), hex(deepSkin(figure)), 1, 0.45)
  return (
    socket +
    eyebrow +
    `<g clip-path="url(#${ball})">${inside}</g>${glow}` +
    fold +
    lashes +
    stroke(`M${n(middle - wide * 0.3)} ${n(low + 0.4)}q${n(wide * 0.3)} 2 ${n(wide * 0.6)}-.6`, ink, 0.9, 0.5) +
    circle(x + 2, y - 2.2, dark ? 1.4 : 2, '#fff', dark ? 0.75 : 0.95)
  )
}

/** Draws the lines of age and of the expression. */
const years = (head: Head): string => {
  const { figure, mood, at, chin } = head
  const { traits } = figure
  const worn = wear(figure)
  const deep = hex(deepSkin(figure))
  const both = (draw: (s: 1 | -1) => string) => draw(1) + draw(-1)
  const line = (points: Point[]) => smooth(points)
  const smile = mood.mouth[0] > 4 ? (traits.age < 14 ? 0.08 : traits.age < 30 ? 0.2 : 0.35) : 0
  let d = ''
  let lines = ''
  if (worn > 0.04 || smile > 0)
    lines += stroke(
      both((s) => line([at(s * 14, 27, 46), at(s * (19 + smile * 6), 34, 42), at(s * (20 + smile * 4), 42, 40)])),
      deep,
      1.5 + worn * 0.6,
      Math.min(0.7, smile + worn * 0.7)
    )
  if (traits.age > 43)
    d += both((s) => line([at(s * 36, 1, 26), at(s * 42, -2, 18)]) + line([at(s * 36, 5, 26), at(s * 42, 7, 18)]))
  if (traits.age > 46) d += both((s) => line([at(s * 12, 9, 42), at(s * 21, 13.5, 40), at(s * 30, 10, 34)]))
  if (traits.age > 50) d += line([at(-22, -36, 40), at(0, -39, 46), at(22, -36, 40)])
  if (traits.age > 60)
    d +=
      line([at(-18, -45, 40), at(0, -48, 46), at(18, -45, 40)]) +
      both((s) => line([at(s * 17, 48, 42), at(s * 20, 56, 38)]))
  if (traits.age > 68)
    d +=
      both((s) => line([at(s * 38, 22, 26), at(s * 32, 36, 32)])) +
      line([at(-9, chin - 8, 46), at(0, chin - 10, 48), at(9, chin - 8, 46)])
  return lines + (d ? stroke(d, deep, 1.3, 0.3 + worn * 0.3) : '')
}

const mouth = ({ figure, mood, at }: Head): string => {
  const { skin, palette, lit, traits, looks } = figure
  const [corners, width, gap] = mood.mouth
  const feminine = traits.build === 'feminine'
  const child = traits.age < 14
  const half = 13.2 * width * (looks.nose === 'broad' ? 1.1 : 1)
  const skew = mood.skew ?? 0
  const y = child ? 39 : 43.5
  const lift = (s: number) => y - corners - (s === lit ? skew * 2.6 : -skew * 0.8)
  const left = at(-half, lift(-1), 42)
  const right = at(half, lift(1), 42)
  const [mx] = at(0, y, 51)
  const bow = y + corners * 0.75
  const ink = hex(mix(palette.dark, [0.34, 0.1, 15], 0.4))
  const share = feminine ? 0.5 : 0.2
  const colour = mix(mix(skin, [0.52, 0.15, 18], share), palette.dark, 0.18)
  const upper = hex(mix(colour, palette.dark, 0.22))
  const full = (feminine ? 4.6 : 2.8) * (looks.nose === 'broad' ? 1.25 : 1) * (1 - wear(figure) * 0.4)
  const start = `M${n(left[0])} ${n(left[1])}`
  const to = (control: number) => `Q${n(mx)} ${n(control)} ${n(right[0])} ${n(right[1])}`
  const back = (control: number) => `Q${n(mx)} ${n(control)} ${n(left[0])} ${n(left[1])}z`
  if (gap > 0) {
    const top = bow - (corners > 3 ? 0 : 5)
    const floor = bow + gap * 2
    const hole = figure.sheet.define(
      (id) => `<clipPath id="${id}"><path d="${start + to(top) + back(floor)}"/></clipPath>`
    )
    return (
      path(start + to(top - full * 1.5) + back(floor + full * 2.2), upper, feminine ? 0.9 : 0.55) +
      path(start + to(top) + back(floor), hex(mix([0.27, 0.1, 15], palette.dark, 0.4))) +
      `<g clip-path="url(#${hole})">${circle(mx, floor * 0.5 + y * 0.5 + gap * 0.9, gap * 0.8, hex(mix([0.56, 0.14, 18], palette.dark, 0.2)))}${path(`${start}${to(top)}L${n(right[0])} ${n(right[1] + 4.5)}Q${n(mx)} ${n(top + 6)} ${n(left[0])} ${n(left[1] + 4.5)}z`, hex(mix([0.95, 0.015, 85], palette.dark, 0.06)))}</g>` +
      stroke(start + to(top), ink, 1.4)
    )
  }
  return (
    path(
      `${start}Q${n(mx - 6)} ${n(bow - full * 1.6)} ${n(mx)} ${n((y + bow) / 2 - full * 0.7)}Q${n(mx + 6)} ${n(bow - full * 1.6)} ${n(right[0])} ${n(right[1])}${back(bow)}`,
      upper,
      feminine ? 0.9 : 0.6
    ) +
    path(start + to(bow) + back(bow + full * 2.5), hex(colour), feminine ? 0.92 : 0.6) +
    path(
      `M${n(mx + lit * 1)} ${n(y + corners * 0.35 + 2.6)}q${lit * 4} 0 ${lit * 6}-1q${-lit} 3 ${-lit * 6} 2.8z`,
      hex(lighter(mix(colour, palette.key, 0.4), 0.18)),
      feminine ? 0.7 : 0.3
    ) +
    stroke(start + to(bow), ink, 1.8)
  )
}

const beard = ({ figure, outline, at, chin }: Head): string => {
  const { dice, traits, hair, looks, palette, skin } = figure
  const isBearded = traits.build === 'masculine' && dice.chance(traits.age < 24 ? 0.1 : 0.5)
  const byChance = dice.pick(['full', 'short', 'stubble', 'goatee', 'moustache'] as const)
  const style = looks.beard ?? (isBearded ? byChance : 'none')
  if (style === 'none') return ''
  const [mx] = at(0, 40, 50)
  const strands = hex(mix(lighter(hair, 0.14), palette.key, 0.3))
  const paint = shaded(figure, mix(hair, palette.dark, 0.12), 70)
  const lip = `M${n(mx)} 33.5Q${n(mx - 8)} 32 ${n(mx - 14)} 36Q`
  const bristle = (reach: number, drop: number) =>
    solid(
      figure,
      `M${n(mx)} 34Q${n(mx - 9)} 29.500 ${n(mx - reach * 0.6)} 36Q${n(mx - reach)} 41 ${n(mx - reach)} ${drop}Q${n(mx - reach * 0.5)} 44 ${n(mx)} 40.500Q${n(mx + reach * 0.5)} 44 ${n(mx + reach)} ${drop}Q${n(mx + reach)} 41 ${n(mx + reach * 0.6)} 36Q${n(mx + 9)} 29.500 ${n(mx)} 34z`,
      paint,
      {
        rim: 1.2,
        second: 0.6,
        on: stroke(
          `M${n(mx - 4)} 35Q${n(mx - reach * 0.6)} 38 ${n(mx - reach + 3)} ${drop - 3}M${n(mx + 4)} 35Q${n(mx + reach * 0.6)} 38 ${n(mx + reach - 3)} ${drop - 3}`,
          strands,
          1.2,
          0.5
        ),
      }
    )
  if (style === 'moustache') return bristle(19, 45)
  if (style === 'walrus') return bristle(34, 58)
  if (style === 'goatee')
    return (
      bristle(16, 42) +
      solid(
        figure,
        `M${n(mx - 9)} 55Q${n(mx)} 52 ${n(mx + 9)} 55Q${n(mx + 8)} ${chin + 6} ${n(mx)} ${chin + 12}Q${n(mx - 8)} ${chin + 6} ${n(mx - 9)} 55z`,
        paint,
        { rim: 1.8 }
      )
    )
  // The outline runs from ear to ear along the jaw, and back along the cheeks around the mouth.
  const grow = { full: 7, long: 10, short: 3.5, stubble: 0 }[style]
  const drop = { full: 15, long: 58, short: 5, stubble: 0 }[style]
  const right = outline.slice(5, 9)
  const left = outline.slice(9, 13)
  const out = ([x, y]: Point): Point => [x + Math.sign(x - mx * 0.5) * grow, y + Math.max(0, (y - 30) / 36) * drop]
  const low: Point[] = style === 'long' ? [[mx * 0.6, chin + drop + 14]] : []
  const outer: Point[] = [at(48, 4, 8), ...right.map(out), ...low, ...left.map(out), at(-48, 4, 8)]
  const inner: Point[] = [
    at(-44, 12, 16),
    at(-32, 30, 34),
    at(-17, 35, 46),
    [mx, 33],
    at(17, 35, 46),
    at(32, 30, 34),
    at(44, 12, 16),
  ]
  const hole = `M${n(mx - 13)} 43Q${n(mx)} 39 ${n(mx + 13)} 43Q${n(mx)} 52 ${n(mx - 13)} 43z`
  const d = `${smooth(outer)}L${smooth(inner).slice(1)}z`
  if (style === 'stubble')
    return path(d + hole, hex(mix(hair, palette.dark, 0.4)), skin[0] < 0.6 ? 0.4 : 0.26).replace(
      '<path',
      '<path fill-rule="evenodd"'
    )
  let lines = ''
  for (let strand = -3; strand <= 3; strand++)
    lines += `M${n(mx + strand * 6)} ${strand === 0 ? 56 : 48}Q${n(mx + strand * 8)} ${chin - 4} ${n(mx * 0.7 + strand * (style === 'long' ? 5 : 7))} ${n(chin + drop * 0.8)}`
  return (
    solid(figure, d, paint, { rim: 1.6, second: 0.7, on: stroke(lines, strands, 1.3, 0.4) }) +
    path(
      `${lip}${n(mx - 18)} 42 ${n(mx - 15)} 47Q${n(mx)} 38 ${n(mx + 15)} 47Q${n(mx + 18)} 42 ${n(mx + 14)} 36Q${n(mx + 8)} 32 ${n(mx)} 33.500z`,
      hex(mix(hair, palette.dark, 0.3)),
      0.5
    )
  )
}

/** Draws freckles, a scar, tears, face paint or a similar mark. */
const mark = ({ figure, at }: Head): string => {
  const { dice, traits, skin, palette, looks, turn } = figure
  const shift = Math.sin(turn) * 46
  const byChance = dice.next()
  const spots = (count: number, wide: number, colour: Colour, size: number, opacity: number) => {
    let d = ''
    for (let spot = 0; spot < count; spot++)
      d += `M${n(shift + dice.between(-wide, wide))} ${n(dice.between(10, 26))}h0`
    return stroke(d, hex(colour), size, opacity)
  }
  const alien =
    traits.being === 'alien' && !looks.mark
      ? path(
          polygon([at(0, -68, 40), at(5, -60, 44), at(0, -50, 46), at(-5, -60, 44)]),
          hex(lighter(palette.key, 0.1)),
          0.85
        )
      : ''
  const kind = looks.mark ?? (byChance < 0.05 ? 'scar' : byChance < 0.14 ? 'freckles' : byChance < 0.18 ? 'mole' : null)
  if (kind === 'scar') {
    const s = figure.lit
    return (
      alien +
      stroke(
        `M${n(at(s * 18, 0, 44)[0])}-27l${s * 8} 18M${n(at(s * 28, 0, 38)[0])} 13l${s * 5} 14`,
        hex(lighter(mix(skin, [0.7, 0.1, 20], 0.4), 0.08)),
        2.4,
        0.85
      )
    )
  }
  if (kind === 'freckles') return alien + spots(22, 34, mix(skin, [0.4, 0.1, 40], 0.6), 1.9, 0.65)
  if (kind === 'dust') return alien + spots(16, 42, [0.95, 0.01, 90], 2.2, 0.7)
  if (kind === 'mole') return alien + circle(at(16, 34, 44)[0], 35, 1.5, hex(mix(skin, palette.dark, 0.7)))
  if (kind === 'ink')
    return (
      alien +
      stroke(
        `M${n(at(26, 22, 40)[0])} 24l4-3M${n(at(33, 18, 34)[0])} 30h0M${n(at(36, 14, 30)[0])} 19h0`,
        hex([0.28, 0.07, 270]),
        4,
        0.75
      )
    )
  if (kind === 'tears')
    return (
      alien +
      ([-1, 1] as const)
        .map(
          (s) =>
            path(`M${n(at(s * 23, 12, 40)[0])} 10q${-4} 9 0 12q4-3 0-12z`, '#dff4ff', 0.9) +
            stroke(`M${n(at(s * 24, 20, 40)[0])} 24l${s * 2} 12`, '#dff4ff', 1.6, 0.6)
        )
        .join('')
    )
  if (kind === 'tattoo')
    return (
      alien +
      path(
        `M${n(shift - 60)} 10L${n(shift)} 15L${n(shift + 60)} 10V19L${n(shift)} 24L${n(shift - 60)} 19z`,
        hex(palette.key),
        0.6
      )
    )
  return alien
}
