import { hex, lighter, mix, type Colour } from './colour.ts'
import { n, polygon, smooth, type Point } from './curves.ts'
import { diceOf, type Dice } from './dice.ts'
import { paletteOf, type Palette } from './palette.ts'
import { paintPlace } from './places/paint_place.ts'
import { beast, furOf, ruff } from './people/beast.ts'
import { backOf, clothesOf } from './people/clothes.ts'
import { face } from './people/face.ts'
import { shaded, solid, type Figure } from './people/figure.ts'
import { hairInProfile, hairOf } from './people/hair.ts'
import { headgearOf } from './people/headgear.ts'
import { machine } from './people/machine.ts'
import { profile } from './people/profile.ts'
import { path, Sheet, stroke } from './sheet.ts'
import { skyObjectOver, weatherOver } from './places/weather.ts'
import { propOf } from './people/prop.ts'
import type { Looks, Pose, Traits } from './traits.ts'

export interface Size {
  width: number
  height: number
}

/** A portrait as SVG, 4:5 unless `size` says otherwise. The same arguments give the same bytes. */
export const drawPortrait = (
  seed: string,
  traits: Traits,
  looks: Looks = {},
  { width, height }: Size = { width: 400, height: 500 }
): string => {
  const { sheet, palette, lit } = begin(seed, traits, looks, { width, height })
  const { dice } = sheet
  const byChance = poseOf(traits, dice)
  const pose = looks.pose ?? byChance
  const tall = reachesUp(traits, looks)
  const close =
    (pose === 'away' ? dice.between(1, 1.2) : dice.chance(0.14) ? dice.between(1.25, 1.4) : dice.between(1.46, 1.74)) *
    (tall ? 0.84 : 1)
  const x = width / 2 - lit * dice.between(-8, 20)
  const y = dice.between(176, 190) + (close - 1.36) * 34 + (tall ? 38 : 0)
  sheet.glow(x + lit * 40, y - 20, 230, palette.key, 0.34)
  const flip = pose === 'profile' && dice.chance(0.5) ? -1 : 1
  const figure = figureOf(sheet, palette, traits, looks, (lit * flip) as 1 | -1)
  const drawn = draw(figure, pose) + propOf(figure)
  const lean = dice.between(-3, 3)
  const veil = traits.being === 'ghost' ? ' opacity=".84"' : ''
  sheet.add(
    `<g transform="translate(${n(x)} ${n(y)})rotate(${n(lean)})scale(${(flip * close).toFixed(2)} ${close.toFixed(2)})"${veil}>${drawn}</g>`
  )
  weatherOver(sheet, palette, looks)
  finish(sheet, palette, lit)
  return sheet.toSvg()
}

/** Ears, horns and hats need room above the head. */
const reachesUp = ({ being, role }: Traits, { headgear }: Looks) =>
  ['pointedHat', 'tricorne', 'brimmedHat', 'helmet', 'horns', 'halo'].includes(headgear ?? '') ||
  ['rabbit', 'deer', 'dragon', 'fox', 'demon'].includes(being) ||
  ['witch', 'samurai', 'knight', 'pirate', 'detective', 'cowboy', 'soldier'].includes(role)

/** A place without figures as SVG, 16:9 unless `size` says otherwise. */
export const drawPlace = (
  seed: string,
  traits: Pick<Traits, 'scenery'>,
  looks: Looks = {},
  { width, height }: Size = { width: 800, height: 450 }
): string => {
  const { sheet, palette } = begin(seed, traits, looks, { width, height })
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

const begin = (seed: string, { scenery }: Pick<Traits, 'scenery'>, looks: Looks, { width, height }: Size) => {
  const dice = diceOf(seed)
  const palette = paletteOf(scenery, dice, looks.hue)
  const lit = dice.chance(0.5) ? 1 : -1
  const light: Point = [width * (0.5 + lit * dice.between(0.2, 0.36)), height * dice.between(0.14, 0.32)]
  const sheet = new Sheet(width, height, dice)
  paintPlace(sheet, scenery, palette, light)
  skyObjectOver({ sheet, palette, light }, looks)
  return { sheet, palette, lit: lit as 1 | -1 }
}

/** Places with a view, where a figure may face away. */
const openViews = new Set<Traits['scenery']>([
  'city',
  'mountains',
  'coast',
  'desert',
  'space',
  'snow',
  'meadow',
  'bridge',
  'lanterns',
])

/** The headgear of these roles is drawn for a face seen from the front. */
const frontRoles = new Set<Traits['role']>([
  'scholar',
  'astronaut',
  'soldier',
  'pilot',
  'musician',
  'knight',
  'hooded',
  'gothic',
])

const poseOf = ({ being, role, scenery }: Traits, dice: Dice): Pose => {
  if (furOf({ traits: { being } as Traits, dice }) || being === 'robot') return 'front'
  const share = dice.next()
  if (frontRoles.has(role)) return 'front'
  return share < 0.36 ? 'profile' : share < 0.42 && openViews.has(scenery) ? 'away' : 'front'
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
  const { being, age, scenery } = traits
  const odd =
    being === 'demon' ||
    being === 'alien' ||
    being === 'elf' ||
    scenery === 'city' ||
    scenery === 'space' ||
    scenery === 'crystals' ||
    scenery === 'lanterns' ||
    scenery === 'blossom'
  const skin =
    furOf({ traits, dice }) ??
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
      : age === 'old'
        ? dice.pick<Colour>([
            [0.82, 0.015, 280],
            [0.68, 0.015, 280],
            [0.88, 0.015, 80],
          ])
        : dice.chance(odd ? 0.5 : 0.14)
          ? dice.pick(vivid)
          : dice.pick(natural)
  const bright = lighter(mix(palette.key, [0.97, 0.02, palette.key[2]], 0.32), 0.08)
  const clothHue = dice.pick([palette.second[2], palette.second[2] + 30, palette.key[2] - 40, 290, 265, 20, 160])
  const turn = dice.pick([-1, 1]) * dice.between(0.1, 0.5)
  const cloth: Colour = [dice.between(0.33, 0.54), dice.between(0.05, 0.14), clothHue]
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
    trim: dice.chance(0.5)
      ? mix(palette.key, [0.7, 0.1, 80], 0.3)
      : [dice.between(0.45, 0.72), dice.between(0.08, 0.15), dice.pick([palette.key[2], palette.second[2], 80, 20])],
    // Plain colours: a gradient on every rim would double the rendering time of a gallery.
    rim: hex(mix(bright, palette.key, 0.6)),
    second: hex(mix(palette.second, palette.dark, 0.34)),
    bright: hex(bright),
  }
}

/** Shoulders are farther from the light than the head, so their rim is duller. */
const dimmed = (figure: Figure): Figure => {
  const { key, second, dark } = figure.palette
  return { ...figure, rim: hex(mix(key, dark, 0.36)), second: hex(mix(second, dark, 0.66)) }
}

const draw = (figure: Figure, pose: Pose): string => {
  const { traits, looks } = figure
  const clothes = clothesOf(dimmed(figure))
  if (traits.being === 'robot') return pistons(figure) + machine(figure) + clothes.front
  if (furOf(figure)) {
    const head = headgearOf(figure, false)
    const fits = looks.headgear || traits.role === 'royal' || traits.role === 'flowers' || traits.role === 'pilot'
    const worn = fits ? head.front : ''
    return ruff(dimmed(figure)) + clothes.front + beast(figure) + worn
  }
  if (pose === 'away') return away(figure)
  const gear = headgearOf(figure, pose === 'profile')
  const hair = pose === 'profile' ? hairInProfile(figure, gear.covers) : hairOf(figure, gear.covers)
  if (gear.hides) return gear.behind + clothes.behind + clothes.front + hidden(figure) + gear.front
  const [behind, over] =
    pose === 'profile'
      ? [shifted(hair.behind), shifted(profile(figure) + hair.front)]
      : [hair.behind, face(figure) + hair.front]
  const worn = pose === 'profile' ? shifted(gear.front) : gear.front
  return gear.behind + behind + clothes.behind + clothes.front + over + worn
}

/** In profile, the head is ahead of the neck. */
const shifted = (markup: string) => markup && `<g transform="translate(14 0)">${markup}</g>`

/** Two glowing eyes in a hood or behind a visor. */
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

/** A figure from behind. */
const away = (figure: Figure): string => {
  const { dice, traits, hair, palette, lit } = figure
  const gear = headgearOf(figure, false)
  const long = traits.build !== 'masculine' || dice.chance(0.3)
  const length = long ? dice.between(110, 210) : 62
  const sway = dice.between(-30, 30)
  const side = (s: number): Point[] => [
    [s * 46, -72],
    [s * 66, -22],
    [s * (long ? 66 : 58), 30],
    [s * (long ? 74 : 40) + sway * 0.4, length * 0.62],
  ]
  const tips: Point[] = [
    [34 + sway, length - 12],
    [14 + sway, length + 8],
    [-8 + sway, length - 8],
    [-30 + sway, length + 2],
  ]
  const d = smooth([[0, -90], ...side(1), ...tips, ...side(-1).toReversed()], true, 0.14)
  let strands = ''
  for (let strand = 0; strand < 7; strand++) {
    const x = dice.between(-46, 46)
    strands += `M${n(x * 0.25)}-${n(dice.between(60, 80))}Q${n(x * 1.3)} -30 ${n(x + sway * 0.6)} ${n(length * dice.between(0.5, 0.95))}`
  }
  const on =
    path(
      `M${lit * 14}-84Q${lit * 60}-60 ${lit * 58} 10Q${lit * 40}-40 ${lit * 14}-70z`,
      hex(mix(lighter(hair, 0.16), palette.key, 0.45)),
      0.5
    ) + stroke(strands, hex(mix(lighter(hair, 0.16), palette.key, 0.3)), 1.6, 0.4)
  const worn =
    gear.hides || traits.role === 'scholar' || traits.role === 'samurai' || traits.role === 'pilot' ? '' : gear.front
  return gear.behind + backOf(dimmed(figure)) + solid(figure, d, shaded(figure, hair, 80), { rim: 4, on }) + worn
}

const pistons = (figure: Figure): string => {
  const { palette } = figure
  const steel = shaded(figure, mix([0.5, 0.02, 270], palette.second, 0.15), 40)
  let rings = ''
  for (let ring = 0; ring < 5; ring++) rings += `M-24 ${64 + ring * 10}H24`
  return solid(figure, 'M-26 40H26L32 130H-32z', steel, { on: stroke(rings, hex(palette.dark), 3.4, 0.7) })
}

/** Glints across the picture, and darker corners. */
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
        [0.6, palette.dark, 0],
        [1, palette.dark, 0.5],
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
        [0.6, palette.dark, 0],
        [1, palette.dark, 0.5],
      ],
      width / 2,
      height * 0.46,
      345
    )
  )
}
