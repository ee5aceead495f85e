import { lighter, mix, type Colour } from './colour.ts'
import type { Dice } from './dice.ts'
import type { Looks, Scenery } from './traits.ts'

/** The colors of a picture, with a key light, a second light from the other side, and a dim background. */
export interface Palette {
  key: Colour
  second: Colour
  /** The background colors, from the farthest to the nearest. */
  sky: Colour
  air: Colour
  dark: Colour
  /** Returns the color of an object by its nearness. 0 is the horizon, 1 is the foreground. */
  depth(nearness: number): Colour
}

const ruby = 15
const coral = 38
const amber = 62
const gold = 80
const leaf = 150
const teal = 185
const azure = 240
const violet = 300
const rose = 350

const hues: Partial<Record<Scenery, readonly number[]>> = {
  city: [amber, teal, coral, azure, rose],
  forest: [leaf, gold, coral, amber],
  mountains: [coral, teal, gold, azure],
  bridge: [teal, azure, coral, gold],
  library: [amber, gold, ruby, leaf],
  coast: [coral, amber, gold, azure],
  stage: [ruby, amber, gold, violet],
  desert: [coral, amber, ruby],
  observatory: [azure, gold, violet],
  window: [amber, azure, teal, coral],
  bar: [amber, rose, gold, leaf],
  hall: [gold, ruby, azure, violet],
  blossom: [rose, ruby, coral],
  crystals: [violet, teal, azure, coral],
  deep: [teal, azure, violet],
  snow: [azure, amber, teal],
  harbour: [coral, gold, amber],
  meadow: [gold, leaf, teal, amber],
  space: [violet, azure, teal, coral],
  lanterns: [ruby, amber, coral],
  ruins: [gold, leaf, coral, azure],
  lake: [rose, coral, gold, azure],
  street: [rose, azure, amber, teal],
  garden: [gold, leaf, amber],
  workshop: [amber, teal, coral],
  kitchen: [amber, gold, coral],
  study: [amber, gold, leaf],
  shop: [gold, rose, teal],
  cabin: [amber, coral, gold],
  court: [gold, azure, amber],
  courtyard: [violet, coral, teal],
  roof: [azure, violet, amber],
  hangar: [teal, amber, azure],
  bathhouse: [teal, azure],
  ice: [azure, rose, teal],
  gorge: [gold, teal, coral],
  terrace: [coral, violet, gold],
}
const all = [ruby, coral, amber, gold, leaf, teal, azure, violet, rose]
/** Returns the lightness of a light. Yellow hues are lighter than other hues, and blue hues are darker. */
const lightness = (hue: number) => (hue > 60 && hue < 110 ? 0.84 : hue > 225 && hue < 320 ? 0.72 : 0.77)

export const paletteOf = (scenery: Scenery, dice: Dice, looks: Looks): Palette => {
  const chosen = dice.pick(hues[scenery] ?? all) + dice.between(-8, 8)
  const hue = looks.hue ?? chosen
  const warm = hue > 335 || hue < 110
  const byChance =
    (warm ? dice.pick([teal, azure, 275, violet, 325]) : dice.pick([coral, amber, rose, ruby])) + dice.between(-8, 8)
  const otherHue = looks.secondHue ?? byChance
  const key: Colour = [lightness(hue), 0.165, hue]
  const second: Colour = [lightness(otherHue) - 0.07, 0.14, otherHue]
  const violetGround = dice.between(275, 312)
  const ground: Colour = [0.2, 0.065, looks.secondHue ?? violetGround]
  const dark: Colour = lighter(mix(ground, second, 0.06), -0.07)
  // Dark yellow looks olive, so yellow hues are shifted towards red.
  const far: Colour = [
    key[0] - (dice.chance(0.3) ? dice.between(0, 0.06) : dice.between(0.08, 0.18)),
    0.155,
    hue > 50 && hue < 115 ? hue - 24 : hue,
  ]
  const dusk = mix(lighter(ground, dice.between(0.05, 0.15)), second, dice.between(0.08, 0.28))
  if (looks.light === 'day') {
    const air = mix([0.9, 0.06, hue], key, 0.3)
    const shade = lighter(mix(ground, second, 0.35), 0.06)
    return {
      key: lighter(key, 0.04),
      second,
      sky: mix([0.76, 0.09, otherHue], second, 0.3),
      air,
      dark: lighter(shade, -0.06),
      depth: (nearness) => mix(mix(air, second, 0.25), shade, nearness ** 0.9),
    }
  }
  const isNight = looks.light === 'night'
  const air = mix(isNight ? mix(second, ground, 0.45) : far, ground, isNight ? 0.4 : 0.12)
  return {
    key,
    second,
    sky: isNight ? mix(ground, second, 0.12) : dusk,
    air,
    dark,
    depth: (nearness) => mix(mix(air, second, 0.12), dark, nearness ** 0.8),
  }
}
