import { hex, lighter, mix, type Colour } from './colour.ts'
import { flip, n, polygon, smooth, type Point } from './curves.ts'
import { diceOf } from './dice.ts'
import { paletteOf, type Palette } from './palette.ts'
import { paintPlace } from './places/paint_place.ts'
import { beast, furOf, ruff } from './people/beast.ts'
import { clothesOf } from './people/clothes.ts'
import { face } from './people/face.ts'
import { shaded, solid, type Figure } from './people/figure.ts'
import { hairOf } from './people/hair.ts'
import { headgearOf, onTheFace } from './people/headgear.ts'
import { machine, steelOf } from './people/machine.ts'
import { path, Sheet, stroke } from './sheet.ts'
import { thingsOver } from './places/things.ts'
import { skyObjectOver, weatherOver } from './places/weather.ts'
import { propOf } from './people/prop.ts'
import type { Looks, Traits } from './traits.ts'

export interface Size {
  width: number
  height: number
}

/** Draws a portrait as SVG, by default in 4:5. The same arguments give the same bytes. */
export const drawPortrait = (seed: string, traits: Traits, looks?: Looks, size?: Size): string =>
  drawPortraitAndFace(seed, traits, looks, size).svg

/** Draws as `drawPortrait` does. Also returns the center of the face, as fractions of the width and height. */
export const drawPortraitAndFace = (
  seed: string,
  traits: Traits,
  looks: Looks = {},
  { width, height }: Size = { width: 400, height: 500 }
): { svg: string; face: { x: number; y: number } } => {
  const { sheet, palette, lit } = begin(seed, traits, looks, { width, height }, false)
  const { dice } = sheet
  const tall = reachesUp(traits, looks)
  const chosen = dice.between(1.36, 1.5)
  const close = (looks.prop ? 1.22 : chosen) * (tall ? 0.9 : 1) * (height < 500 ? height / 520 : 1)
  const x = width / 2 - (looks.prop ? lit * 14 : lit * dice.between(-6, 12))
  const y = height * 0.365 + (tall ? (traits.being === 'rabbit' ? 56 : 34) : 0) + (looks.prop ? -8 : 0)
  sheet.glow(x + lit * 40, y - 20, 230, palette.key, 0.34)
  const figure = figureOf(sheet, palette, traits, looks, lit)
  const drawn = draw(figure) + propOf(figure)
  const lean = dice.between(-2, 2)
  const veil = traits.being === 'ghost' ? ' opacity=".84"' : ''
  sheet.add(`<g transform="translate(${n(x)} ${n(y)})rotate(${n(lean)})scale(${close.toFixed(2)})"${veil}>${drawn}</g>`)
  weatherOver(sheet, palette, looks)
  finish(sheet, palette, lit)
  return { svg: sheet.toSvg(), face: { x: x / width, y: (y + eyesToNose * close) / height } }
}

/** The distance from the eyes to the nose, in units of a figure. The origin of a figure is between the eyes. */
const eyesToNose = 14

/** Whether ears, horns, a hat or hair need room above the head. */
const reachesUp = ({ being, role }: Traits, { headgear, hair }: Looks) =>
  [
    'pointedHat',
    'tricorne',
    'brimmedHat',
    'helmet',
    'horns',
    'halo',
    'turban',
    'coneHat',
    'headwrap',
    'jesterCap',
    'weldingMask',
  ].includes(headgear ?? '') ||
  hair === 'puff' ||
  ['rabbit', 'deer', 'dragon', 'fox', 'demon'].includes(being) ||
  ['witch', 'samurai', 'knight', 'pirate', 'detective', 'cowboy', 'soldier'].includes(role)

/** Draws a place without a portrait as SVG, by default in 16:9. */
export const drawPlace = (
  seed: string,
  traits: Pick<Traits, 'scenery'>,
  looks: Looks = {},
  { width, height }: Size = { width: 800, height: 450 }
): string => {
  const { sheet, palette } = begin(seed, traits, looks, { width, height }, true)
  weatherOver(sheet, palette, looks)
  sheet.fill(
    sheet.linear(
      [
        [0, palette.dark, 0.1],
        [1, palette.dark, 0.55],
      ],
      0,
      0,
      0,
      height
    )
  )
  sheet.fill(
    sheet.radial(
      [
        [0.5, palette.dark, 0],
        [1, palette.dark, 0.6],
      ],
      width / 2,
      height / 2,
      width * 0.6
    )
  )
  return sheet.toSvg()
}

const begin = (
  seed: string,
  { scenery }: Pick<Traits, 'scenery'>,
  looks: Looks,
  { width, height }: Size,
  isPlace: boolean
) => {
  const dice = diceOf(seed)
  const palette = paletteOf(scenery, dice, looks)
  const byChance = dice.chance(0.5) ? 1 : -1
  const lit = looks.side ?? byChance
  const light: Point = [width * (0.5 + lit * dice.between(0.2, 0.36)), height * dice.between(0.14, 0.32)]
  const sheet = new Sheet(width, height, dice)
  paintPlace(sheet, scenery, palette, light)
  skyObjectOver({ sheet, palette, light }, looks)
  thingsOver({ sheet, palette, light }, looks.things ?? [], isPlace)
  return { sheet, palette, lit: lit as 1 | -1 }
}

const skins: readonly Colour[] = [
  [0.87, 0.07, 52],
  [0.83, 0.085, 50],
  [0.78, 0.095, 52],
  [0.72, 0.105, 52],
  [0.64, 0.105, 50],
  [0.56, 0.1, 46],
  [0.49, 0.09, 44],
  [0.43, 0.075, 42],
]
const natural: readonly Colour[] = [
  [0.2, 0.02, 290],
  [0.24, 0.03, 50],
  [0.32, 0.06, 50],
  [0.4, 0.08, 52],
  [0.5, 0.13, 45],
  [0.6, 0.1, 70],
  [0.76, 0.09, 85],
  [0.4, 0.12, 35],
  [0.22, 0.03, 270],
]
const vivid: readonly Colour[] = [
  [0.55, 0.16, 350],
  [0.5, 0.14, 300],
  [0.5, 0.13, 260],
  [0.62, 0.11, 195],
  [0.86, 0.03, 280],
  [0.55, 0.18, 25],
  [0.6, 0.12, 150],
  [0.75, 0.11, 340],
]

const figureOf = (sheet: Sheet, palette: Palette, traits: Traits, looks: Looks, lit: 1 | -1): Figure => {
  const { dice } = sheet
  const { being, age } = traits
  const odd = being === 'demon' || being === 'alien' || being === 'elf'
  const skin =
    furOf({ traits, dice }) ??
    (being === 'robot' ? steelOf({ palette, dice, looks }) : null) ??
    (being === 'ghost'
      ? mix([0.86, 0.04, 220], palette.second, 0.2)
      : being === 'alien'
        ? dice.pick<Colour>([
            [0.7, 0.09, 190],
            [0.62, 0.1, 150],
            [0.62, 0.1, 300],
            [0.66, 0.09, 250],
          ])
        : being === 'demon' && dice.chance(0.6)
          ? dice.pick<Colour>([
              [0.5, 0.15, 22],
              [0.5, 0.1, 310],
              [0.4, 0.06, 280],
            ])
          : being === 'vampire'
            ? [0.84, 0.025, 300]
            : dice.pick(skins))
  const hair: Colour =
    being === 'ghost'
      ? [0.88, 0.03, 230]
      : age > 56 || (age > 44 && dice.chance(0.3))
        ? dice.pick<Colour>([
            [0.82, 0.015, 280],
            [0.68, 0.015, 280],
            [0.88, 0.015, 80],
          ])
        : dice.chance(odd ? 0.5 : 0.06)
          ? dice.pick(vivid)
          : dice.pick(skin[0] < 0.58 ? natural.slice(0, 3) : natural)
  const bright = lighter(mix(palette.key, [0.97, 0.02, palette.key[2]], 0.32), 0.08)
  const clothHue = dice.pick([palette.second[2], palette.second[2] + 30, palette.key[2] - 40, 290, 265, 20, 160])
  const turn = dice.pick([-1, 1]) * dice.between(0.08, 0.34)
  const cloth: Colour = [dice.between(0.33, 0.54), dice.between(0.05, 0.14), clothHue]
  const trim: Colour = dice.chance(0.5)
    ? mix(palette.key, [0.7, 0.1, 80], 0.3)
    : [dice.between(0.45, 0.72), dice.between(0.08, 0.15), dice.pick([palette.key[2], palette.second[2], 80, 20])]
  return {
    sheet,
    palette,
    dice,
    traits,
    looks,
    lit,
    turn,
    skin: mix(looks.skin ?? skin, palette.key, 0.03),
    hair: looks.hairColour ?? hair,
    cloth: looks.cloth ?? cloth,
    trim: looks.trim ?? trim,
    // Rims have plain colors, because a gradient on every rim would double the rendering time of a gallery.
    rim: hex(mix(bright, palette.key, 0.6)),
    second: hex(mix(palette.second, palette.dark, 0.34)),
    bright: hex(bright),
  }
}

/** Dims the rims, for shoulders, which are farther from the light than the head. */
const dimmed = (figure: Figure): Figure => {
  const { key, second, dark } = figure.palette
  return { ...figure, rim: hex(mix(key, dark, 0.36)), second: hex(mix(second, dark, 0.66)) }
}

const draw = (figure: Figure): string => {
  const { traits, looks } = figure
  const clothes = clothesOf(dimmed(figure))
  if (traits.being === 'robot') return pistons(figure) + clothes.behind + clothes.front + machine(figure)
  const tilted = (markup: string) =>
    looks.tilt && markup ? `<g transform="rotate(${looks.tilt} 0 70)">${markup}</g>` : markup
  if (furOf(figure)) {
    const head = headgearOf(figure)
    const fits = looks.headgear || traits.role === 'royal' || traits.role === 'flowers' || traits.role === 'pilot'
    const worn = fits ? `<g transform="translate(0 -6)">${head.front}</g>` : ''
    const isBare = !looks.garment && traits.role === 'none'
    const covered = isBare ? barrel(dimmed(figure)) + ruff(dimmed(figure)) : clothes.front
    return (isBare ? '' : clothes.behind) + covered + tilted(beast(figure) + worn + onTheFace({ ...figure, turn: 0 }))
  }
  const gear = headgearOf(figure)
  const hair = hairOf(figure, gear.covers)
  if (gear.hides) return gear.behind + clothes.behind + clothes.front + hidden(figure) + gear.front
  const head = face(figure) + hair.front + onTheFace(figure) + gear.front
  return tilted(gear.behind + hair.behind) + clothes.behind + clothes.front + tilted(head)
}

/** Draws the body of an animal without clothes. Dragons have wings and plates. */
const barrel = (figure: Figure): string => {
  const { skin, palette, traits, trim } = figure
  const shape = 'M-50 60Q-120 100-132 180Q-142 250-140 330H140Q142 250 132 180Q120 100 50 60z'
  const belly = 'M-44 110Q0 130 44 110Q76 220 66 330H-66Q-76 220-44 110z'
  const pale = mix(lighter(skin, 0.16), trim, 0.12)
  if (traits.being !== 'dragon')
    return solid(figure, shape, shaded(figure, skin, 130), { on: path(belly, hex(pale), 0.4) })
  const wing = 'M70 150Q90-20 190-96Q178-50 214-30Q186-4 212 40Q178 50 190 110Q150 100 130 190z'
  const bones = 'M84 130Q110 10 190-96M100 130Q150 20 212-30M112 140Q160 60 210 40'
  const wings = [wing, flip(wing)].map((d, at) =>
    solid(figure, d, shaded(figure, mix(skin, palette.second, 0.3), 190), {
      on: stroke(at ? flip(bones) : bones, hex(mix(skin, palette.dark, 0.5)), 4, 0.7),
    })
  )
  return (
    wings.join('') +
    solid(figure, shape, shaded(figure, skin, 130), {
      on:
        path(belly, hex(pale), 0.8) +
        stroke(
          'M-50 150Q0 168 50 150M-58 182Q0 202 58 182M-64 216Q0 236 64 216M-68 252Q0 272 68 252',
          hex(mix(skin, palette.dark, 0.5)),
          3,
          0.5
        ),
    })
  )
}

/** Draws two glowing eyes in a hood or behind a visor. */
const hidden = ({ palette, sheet }: Figure) => {
  const glow = sheet.radial(
    [
      [0, palette.key, 0.8],
      [1, palette.key, 0],
    ],
    0,
    0,
    22
  )
  return (
    path(
      smooth(
        [
          [0, -80],
          [56, -50],
          [56, 46],
          [0, 92],
          [-56, 46],
          [-56, -50],
        ],
        true
      ),
      hex(lighter(palette.dark, -0.05))
    ) +
    [-19, 19].map((x) => `<circle r="22" fill="${glow}" transform="translate(${x} 4)"/>`).join('') +
    path('M-30 6Q-20-4-10 6Q-20 9-30 6zM30 6Q20-4 10 6Q20 9 30 6z', hex(lighter(palette.key, 0.16)))
  )
}

const pistons = (figure: Figure): string => {
  const { palette } = figure
  const steel = shaded(figure, mix([0.5, 0.02, 270], palette.second, 0.15), 40)
  let rings = ''
  for (let ring = 0; ring < 5; ring++) rings += `M-24 ${64 + ring * 10}H24`
  return solid(figure, 'M-26 40H26L32 130H-32z', steel, { on: stroke(rings, hex(palette.dark), 3.4, 0.7) })
}

/** Draws glints and sparks, and darkens the bottom and the corners. */
const finish = (sheet: Sheet, palette: Palette, lit: number) => {
  const { dice, width, height } = sheet
  const edge = lit > 0 ? width : 0
  let glints = ''
  for (let glint = 0; glint < 4; glint++) {
    const [x, y] = [edge - lit * dice.between(0, 200), dice.between(-20, 260)]
    glints += polygon([
      [x, y],
      [x - lit * dice.between(40, 130), y + dice.between(30, 120)],
      [x + lit * dice.between(10, 90), y + dice.between(60, 180)],
    ])
  }
  sheet.add(path(glints, hex(lighter(palette.key, 0.1)), 0.07))
  if (dice.chance(0.5)) {
    let sparks = ''
    for (let spark = 0; spark < 9; spark++) sparks += `M${n(dice.between(0, width))} ${n(dice.between(150, height))}h0`
    sheet.add(stroke(sparks, hex(lighter(palette.key, 0.08)), dice.between(4, 9), 0.5))
  }
  sheet.fill(
    sheet.linear(
      [
        [0.66, palette.dark, 0],
        [1, palette.dark, 0.36],
      ],
      0,
      0,
      0,
      height
    )
  )
  sheet.fill(
    sheet.radial(
      [
        [0.64, palette.dark, 0],
        [1, palette.dark, 0.42],
      ],
      width / 2,
      height * 0.46,
      345
    )
  )
}
