import { hex, lighter, mix } from '../colour.ts'
import { n, polygon, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import { faceShadow, shadedSkin, solid, turned, type Figure } from './figure.ts'

/** A human face from the front, slightly turned, with one half in shadow. */
export const face = (figure: Figure): string => {
  const { dice, traits, turn } = figure
  const soft = traits.build === 'feminine' || traits.age === 'young' ? 1 : 0
  const jaw = traits.build === 'masculine' ? dice.between(38, 43) : dice.between(31, 37)
  const chin = dice.between(64, 70) - soft * 3
  const turnAt = (y: number) => Math.sin(turn) * Math.max(0, Math.min(22, 6 + y * 0.28))
  const dent = (y: number, side: number) => (side * turn > 0 ? Math.sin(Math.abs(turn)) * y : 0)
  const side = (s: 1 | -1): Point[] => [
    [s * 30, -64],
    [s * 48, -40],
    [s * (50 - dent(3, s)), -12],
    [s * (48.5 - dent(9, s)) + turnAt(0), 2],
    [s * (48 - dent(2, s)) + turnAt(18), 18],
    [s * (jaw + 4 - dent(3, s)) + turnAt(36), 36],
    [s * jaw * 0.7 + turnAt(52), 54],
    [s * 11 + turnAt(64), chin],
  ]
  const outline: Point[] = [[0, -73], ...side(1), ...side(-1).toReversed()]
  const base = shadedSkin(figure, 62, turnAt(20))
  return ears(figure) + solid(figure, smooth(outline, true), base, { rim: 3, on: features(figure, chin, soft) })
}

const ears = (figure: Figure): string => {
  const { traits, turn, skin, palette } = figure
  const pointed = traits.being === 'elf' || traits.being === 'demon' || traits.being === 'vampire'
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
            [x + s * 10, -4],
            [x + s * 3, -9],
            [x - s * 4, -4],
          ]
      return solid(
        figure,
        pointed ? polygon(shape) : smooth(shape, true),
        hex(mix(skin, palette.dark, s === figure.lit ? 0.25 : 0.6)),
        { rim: 2.4 }
      )
    })
    .join('')
}

const features = (figure: Figure, chin: number, soft: number): string => {
  const { dice, lit, palette, skin, turn, traits, looks } = figure
  const at = (x: number, y: number, depth: number) => turned(figure, [x, y], depth)
  const far = -lit
  const noseTip = at(0, 24, 60)
  const bridge = at(0, -2, 44)
  const brow = at(0, -16, 46)
  const lips = at(0, 43, 50)
  const below = at(0, 55, 46)
  const foot = at(0, chin + 6, 44)
  // The edge of the shadow runs along brow, nose and chin.
  const edge: Point[] = [
    [at(far * 14, -76, 30)[0], -76],
    at(far * 13, -44, 44),
    [brow[0] + far * 7, -20],
    [bridge[0] + far * 1.5, bridge[1]],
    [noseTip[0] + far * 1, 20],
    [noseTip[0] + far * 3, 29],
    [lips[0] + far * 2, 37],
    [lips[0] + far * 4, 47],
    [below[0] + far * 3, 55],
    [foot[0] + far * 7, chin + 8],
  ]
  const halfInShadow = `${smooth(edge)}L${far * 110} 90V-80z`
  const cheek = polygon([at(far * 12, 15, 46), at(far * 33, 12, 34), at(far * 25, 31, 38), at(far * 17, 30, 42)])
  const light = hex(mix(lighter(skin, 0.14), palette.key, 0.3))
  const deep = hex(mix(mix(skin, [0.34, 0.12, 15], 0.4), palette.dark, 0.55))
  const planes =
    path(
      polygon([at(lit * 6, -58, 40), at(lit * 34, -46, 34), at(lit * 36, -26, 34), at(lit * 9, -24, 46)]),
      light,
      0.24
    ) +
    path(polygon([at(lit * 16, 14, 46), at(lit * 42, 8, 24), at(lit * 34, 28, 32), at(lit * 22, 32, 42)]), light, 0.3) +
    path(
      polygon([at(lit * 44, 14, 20), at(lit * 40, 40, 20), at(lit * 20, 62, 34), at(lit * 27, 36, 36)]),
      deep,
      0.22
    ) +
    path(polygon([at(lit * 5, 56, 46), at(lit * 12, 52, 44), at(lit * 10, 64, 44), at(0, 66, 46)]), light, 0.2)
  const nose =
    path(
      `${smooth([
        [bridge[0], bridge[1]],
        [noseTip[0] - lit * 1, 16],
        [noseTip[0], 24],
        [noseTip[0] - lit * 2, 29],
      ])}L${n(at(far * 10, 27, 48)[0])} 27L${n(bridge[0] + far * 5)} -4z`,
      deep,
      0.5
    ) +
    path(
      polygon([
        [noseTip[0] + lit * 0.5, 12],
        [noseTip[0] + lit * 3.4, 23],
        [noseTip[0] + lit * 0.6, 26],
        [noseTip[0] - lit * 1, 20],
      ]),
      light,
      0.55
    ) +
    stroke(
      `M${n(at(-8, 29, 50)[0])} 28q${n(noseTip[0] - at(-8, 29, 50)[0])} 6 ${n(at(8, 29, 50)[0] - at(-8, 29, 50)[0])} 0`,
      deep,
      2,
      0.6
    )
  const openness = dice.between(0.62, 1) * (traits.age === 'old' ? 0.75 : 1)
  const closed = dice.chance(0.08)
  const isAsleep = looks.expression ? looks.expression === 'asleep' : closed && !looks.eyes
  const gaze = Math.sign(turn || 1) * dice.between(-1.5, 3)
  const tilt = dice.between(-2.5, 1) - soft
  const size = (traits.age === 'young' ? 1.22 : 1) * (1 + soft * 0.1)
  const iris = irisOf(figure)
  const eyes = ([-1, 1] as const)
    .map((s) => eye(figure, s, { openness: isAsleep ? 0 : openness, gaze, tilt, size, iris, dark: s !== lit }))
    .join('')
  return (
    planes +
    faceShadow(figure, halfInShadow, dice.between(0.42, 0.6) * (skin[0] < 0.6 ? 0.72 : 1)) +
    path(cheek, hex(mix(skin, palette.key, 0.3)), 0.42) +
    nose +
    mouth(figure, soft) +
    eyes +
    marks(figure) +
    path(
      polygon([at(-30, chin - 4, 30), at(30, chin - 4, 30), at(20, chin + 12, 30), at(-20, chin + 12, 30)]),
      deep,
      0.35
    )
  )
}

const irisOf = ({ dice, traits, palette, looks }: Figure) => {
  const glowing =
    traits.being === 'demon' || traits.being === 'vampire' || traits.being === 'alien' || traits.being === 'ghost'
  if (looks.eyes) return { colour: looks.eyes, glowing: false }
  if (glowing) return { colour: lighter(palette.key, 0.12), glowing: true }
  return {
    colour: [dice.between(0.4, 0.62), dice.between(0.05, 0.12), dice.pick([50, 65, 140, 180, 240, 260, 300])] as const,
    glowing: false,
  }
}

interface Eye {
  openness: number
  gaze: number
  tilt: number
  size: number
  iris: { colour: readonly [number, number, number]; glowing: boolean }
  dark: boolean
}

/** How far the inner and the outer end of a brow move down. */
const browLifts = { smiling: [0, 0], asleep: [0, 0], sad: [-6, 4], angry: [7, -4] } as const
/** How far the corners of the mouth move up. */
const smiles = { smiling: 7, asleep: 1, sad: -5, angry: -3 } as const

const eye = (figure: Figure, s: 1 | -1, { openness, gaze, tilt, size, iris, dark }: Eye): string => {
  const { palette, skin, hair, traits } = figure
  const inner = turned(figure, [s * (21 - 9.5 * size), 3], 42)
  const outer = turned(figure, [s * (21 + 10.5 * size), 2 + tilt], 30)
  const middle = (inner[0] + outer[0]) / 2
  const wide = Math.abs(outer[0] - inner[0])
  const top = 3 - 7.6 * openness * size
  const low = 3 + 4.6 * openness * size
  const ink = hex(mix(palette.dark, hair, 0.15))
  const lid = (y: number) =>
    `M${n(inner[0])} ${n(inner[1])}Q${n(middle)} ${n(y * 1.35 - 1)} ${n(outer[0])} ${n(outer[1])}`
  const browY = -17 + (traits.build === 'masculine' ? 3 : 0)
  const [innerLift, outerLift] = browLifts[figure.looks.expression ?? 'smiling']
  const browIn = turned(figure, [s * 9, browY + 3 + innerLift], 46)
  const browOut = turned(figure, [s * 35, browY + tilt + outerLift], 30)
  const browMid = turned(figure, [s * 24, browY - 4], 40)
  const thick = traits.build === 'feminine' ? 3 : 5
  const eyebrow = path(
    `M${n(browIn[0])} ${n(browIn[1])}Q${n(browMid[0])} ${n(browMid[1])} ${n(browOut[0])} ${n(browOut[1])}Q${n(browMid[0])} ${n(browMid[1] + thick)} ${n(browIn[0])} ${n(browIn[1] + thick)}z`,
    hex(mix(mix(hair, palette.dark, 0.45), skin, 0.08)),
    0.9
  )
  const socket = path(
    `${lid(top - 6)}Q${n(middle)} ${n(low + 7)} ${n(inner[0])} ${n(inner[1])}z`,
    hex(mix(skin, palette.dark, 0.7)),
    dark ? 0.25 : 0.4
  )
  if (openness === 0)
    return (
      socket +
      eyebrow +
      stroke(`M${n(inner[0])} 4Q${n(middle)} 11 ${n(outer[0])} ${n(4 + tilt)}l${n(s * 3)}-1`, ink, 2.6)
    )
  const white = hex(dark ? mix([0.7, 0.03, 290], palette.dark, 0.45) : mix([0.93, 0.02, 80], palette.key, 0.14))
  const ball = figure.sheet.define(
    (id) =>
      `<clipPath id="${id}"><path d="${lid(top)}Q${n(middle)} ${n(low * 1.3)} ${n(inner[0])} ${n(inner[1])}z"/></clipPath>`
  )
  const x = middle + gaze
  const r = Math.min(5.4 * size, wide * 0.34)
  const lit = iris.glowing
    ? lighter(iris.colour, 0.05)
    : dark
      ? mix(iris.colour, palette.dark, 0.3)
      : lighter(iris.colour, 0.08)
  const inside =
    path(`M${n(middle - 30)}-30h60v60h-60z`, iris.glowing ? ink : white) +
    circle(x, 0.5, r, hex(mix(iris.colour, palette.dark, 0.45))) +
    circle(x, 1.6, r * 0.78, hex(lit)) +
    circle(x, 0.6, r * 0.45, ink) +
    stroke(lid(top), ink, 5, 0.4)
  const glow = iris.glowing ? circle(x, 0.5, r * 2.4, hex(iris.colour), 0.22) : ''
  const lashes = path(
    `${lid(top - 1.6)}l${n(s * (traits.build === 'feminine' ? 5 : 1.5))}-${traits.build === 'feminine' ? 3 : 0}Q${n(middle)} ${n(top * 1.35 + 1.4)} ${n(inner[0])} ${n(inner[1])}z`,
    ink
  )
  return (
    socket +
    eyebrow +
    `<g clip-path="url(#${ball})">${inside}</g>${glow}` +
    lashes +
    stroke(`M${n(middle - wide * 0.3)} ${n(low + 0.5)}q${n(wide * 0.3)} 2.4 ${n(wide * 0.6)}-.6`, ink, 0.9, 0.5) +
    circle(x + 1.6, -1.6, dark ? 1.1 : 1.7, '#fff', dark ? 0.6 : 0.95)
  )
}

const mouth = (figure: Figure, soft: number): string => {
  const { dice, skin, palette, lit } = figure
  const half = dice.between(11, 15)
  const mood = figure.looks.expression
  const chosen = dice.between(-1.5, 4)
  const smile = mood ? smiles[mood] : chosen
  const left = turned(figure, [-half, 43 - smile], 42)
  const right = turned(figure, [half, 43 - smile + dice.between(-1, 1)], 42)
  const middle = turned(figure, [0, 43], 51)
  const colour = mix(mix(skin, [0.5, 0.15, 18], 0.45 + soft * 0.3), palette.dark, 0.25)
  const line = `Q${n((left[0] + middle[0]) / 2)} 43.5 ${n(middle[0])} 43.5Q${n((right[0] + middle[0]) / 2)} 43.5 ${n(right[0])} ${n(right[1])}`
  const start = `M${n(left[0])} ${n(left[1])}`
  const full = 3.5 + soft * 1.8
  return (
    path(
      `${start}Q${n(middle[0] - 5)} ${n(41 - full)} ${n(middle[0])} ${n(42 - full * 0.6)}Q${n(middle[0] + 5)} ${n(41 - full)} ${n(right[0])} ${n(right[1])}Q${n(middle[0])} 45 ${n(left[0])} ${n(left[1])}z`,
      hex(mix(colour, palette.dark, 0.3)),
      0.9
    ) +
    path(`${start}${line}Q${n(middle[0])} ${n(46 + full * 2)} ${n(left[0])} ${n(left[1])}z`, hex(colour), 0.9) +
    path(
      `M${n(middle[0] + lit * 1)} 46q${n(lit * 4)} 0 ${n(lit * 6)}-1q${n(-lit * 1)} 3.4 ${n(-lit * 6)} 3z`,
      hex(lighter(mix(colour, palette.key, 0.4), 0.2)),
      0.7
    ) +
    stroke(start + line, hex(mix(palette.dark, colour, 0.15)), 1.5)
  )
}

/** Beard, wrinkles, freckles, scar or face paint. */
const marks = (figure: Figure): string => {
  const { dice, traits, hair, skin, palette, turn } = figure
  const shift = Math.sin(turn) * 46
  let marks = ''
  const { beard: namedBeard, mark: namedMark } = figure.looks
  const isBearded = traits.build === 'masculine' && dice.chance(traits.age === 'young' ? 0.1 : 0.55)
  if (isBearded || namedBeard) {
    const byChance = dice.chance(0.6)
    const full = namedBeard ? namedBeard === 'full' : byChance
    const beard = hex(mix(hair, palette.dark, 0.3))
    marks += full
      ? path(
          smooth(
            [
              [-52 + shift * 0.2, 0],
              [-40 + shift * 0.4, 30],
              [-18 + shift * 0.8, 35],
              [shift, 33],
              [18 + shift * 0.8, 35],
              [40 + shift * 0.4, 30],
              [52 + shift * 0.2, 0],
              [60, 60],
              [0, 100],
              [-60, 60],
            ],
            true
          ) + `M${n(shift - 12)} 42q12 10 24 0q-12-5-24 0z`,
          beard,
          0.86
        ).replace('<path', '<path fill-rule="evenodd"')
      : path(`M${n(shift - 17)} 40q17-14 34 0q-17-7-34 0zM${n(shift * 0.9 - 9)} 56q9-4 18 0l-6 14h-8z`, beard, 0.9)
  }
  if (traits.age === 'old')
    marks += stroke(
      `M${n(shift - 15)} 28q-8 6-9 14M${n(shift + 15)} 28q8 6 9 14M${n(shift * 0.8 - 20)}-40q20-5 40 0M${n(shift * 0.8 - 16)}-32q16-4 32 0`,
      hex(mix(skin, palette.dark, 0.6)),
      1.4,
      0.5
    )
  const chance = dice.next()
  const kind = namedMark ? { scar: 0, freckles: 0.2 }[namedMark] : chance
  if (kind < 0.1)
    marks += stroke(`M${n(shift * 0.8 + 12)}-26l9 22M${n(shift * 0.8 + 23)} 12l4 12`, hex(lighter(skin, 0.12)), 2, 0.7)
  else if (kind < 0.24) {
    let spots = ''
    for (let spot = 0; spot < 14; spot++) spots += `M${n(shift + dice.between(-26, 26))} ${n(dice.between(13, 24))}h0`
    marks += stroke(spots, hex(mix(skin, [0.4, 0.1, 40], 0.6)), 1.8, 0.6)
  } else if (kind < 0.32)
    marks += path(
      `M${n(shift - 60)} 8L${n(shift)} 14L${n(shift + 60)} 8V17L${n(shift)} 22L${n(shift - 60)} 17z`,
      hex(palette.key),
      0.55
    )
  if (traits.being === 'alien')
    marks += path(
      polygon([
        [shift, -62],
        [shift + 6, -48],
        [shift, -30],
        [shift - 6, -48],
      ]),
      hex(lighter(palette.key, 0.1)),
      0.85
    )
  return marks
}
