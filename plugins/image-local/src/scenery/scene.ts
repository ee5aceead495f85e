import { blend, css, lit, type Colour } from '../craft/colour.ts'
import type { Dice } from '../craft/dice.ts'
import { along, broken, n, shape, soft, straight, type Point } from '../craft/lines.ts'
import type { Plate } from '../craft/plate.ts'
import type { Palette } from '../palette.ts'
import type { Reading } from '../reading/read_prompt.ts'
import type { Place } from '../reading/vocabulary.ts'

/** All that a part of a picture needs to know of the whole. */
export interface Scene {
  plate: Plate
  palette: Palette
  dice: Dice
  reading: Reading
  place: Place
  width: number
  height: number
  /** Where land or water begins. */
  horizon: number
  light: Point
  /** 1 when the light is on the right. */
  side: 1 | -1
  /** Where somebody may stand. */
  stand: Point
  /** Seen through something, without sun and moon of its own. */
  isInset?: boolean
}

/** The colour of something at a distance: 0 as far as the eye goes, 1 right here. */
export function tone({ palette }: Scene, nearness: number): Colour {
  const first = blend(palette.horizon, palette.far, 0.68)
  return nearness < 0.4
    ? blend(first, palette.far, nearness / 0.4)
    : blend(palette.far, palette.near, ((nearness - 0.4) / 0.6) ** 0.8)
}

export interface RidgeShape {
  /** Where its line runs, at a share of the width. */
  base: (share: number) => number
  reach: number
  rough?: number
  isSoft?: boolean
  depth?: number
  /** How far the mist climbs, from 0 to 1. */
  mist?: number
}

/** A ridge from edge to edge, lighter towards its foot. Gives its line. */
export function ridge(
  scene: Scene,
  nearness: number,
  { base, reach, rough = 0.5, isSoft, depth = 6, mist = 0.6 }: RidgeShape
): Point[] {
  const { plate, dice, width, height, palette } = scene
  const heights = broken(dice, depth, rough)
  const points = heights.map((_, i): Point => {
    const share = i / (heights.length - 1)
    return [share * (width + 80) - 40, base(share) + along(heights, share) * reach]
  })
  const outline = isSoft ? soft(points, false) : straight(points, false)
  const [top, body] = [Math.min(...points.map(([, y]) => y)), tone(scene, nearness)]
  const foot = Math.min(height, top + reach * 2.6 + 160)
  const hazy = blend(body, blend(palette.horizon, palette.far, 0.25), mist * (1 - nearness * 0.75))
  const paint = plate.linear(
    [
      [0, lit(body, 0.015)],
      [0.45, blend(body, hazy, 0.35)],
      [1, hazy],
    ],
    0,
    top,
    0,
    foot,
    2
  )
  plate.add(shape(`${outline}V${n(height + 20)}H-40z`, plate.isFlat ? css(body) : paint))
  return points
}

/** Mist that lies at a height, over everything so far. */
export function mist(scene: Scene, y: number, thickness: number, strength: number): void {
  const { plate, palette, width } = scene
  if (plate.isFlat) return
  const paint = plate.linear(
    [
      [0, palette.horizon, 0],
      [0.5, blend(palette.horizon, palette.light, 0.2), strength],
      [1, palette.horizon, 0],
    ],
    0,
    y - thickness,
    0,
    y + thickness
  )
  plate.add(`<path d="M0 ${n(y - thickness)}H${n(width)}V${n(y + thickness)}H0z" fill="${paint}"/>`)
}
