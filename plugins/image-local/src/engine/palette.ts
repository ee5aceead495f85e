import { lighter, mix, type Colour } from './colour.ts'
import type { Dice } from './dice.ts'
import type { Scenery } from './traits.ts'

/** The colours of a picture: a key light, a second light from the other side, and a dim violet ground. */
export interface Palette {
  key: Colour
  second: Colour
  /** Background, from the farthest to the nearest. */
  sky: Colour
  air: Colour
  dark: Colour
  /** The colour of an object by its nearness: 0 is the horizon, 1 the foreground. */
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
}
const all = [ruby, coral, amber, gold, leaf, teal, azure, violet, rose]
/** Yellow hues look brighter at the same lightness, and blue ones darker. */
const lightness = (hue: number) => (hue > 60 && hue < 110 ? 0.84 : hue > 225 && hue < 320 ? 0.72 : 0.77)

export const paletteOf = (scenery: Scenery, dice: Dice, keyHue?: number): Palette => {
  const chosen = dice.pick(hues[scenery] ?? all) + dice.between(-8, 8)
  const hue = keyHue ?? chosen
  const warm = hue > 335 || hue < 110
  const otherHue =
    (warm ? dice.pick([teal, azure, 275, violet, 325]) : dice.pick([coral, amber, rose, ruby])) + dice.between(-8, 8)
  const key: Colour = [lightness(hue), 0.165, hue]
  const second: Colour = [lightness(otherHue) - 0.07, 0.14, otherHue]
  const ground: Colour = [0.2, 0.065, dice.between(275, 312)]
  const dark: Colour = lighter(mix(ground, second, 0.06), -0.07)
  // Dark yellow looks olive, so yellow shifts towards red instead.
  const far: Colour = [
    key[0] - (dice.chance(0.3) ? dice.between(0, 0.06) : dice.between(0.08, 0.18)),
    0.155,
    hue > 50 && hue < 115 ? hue - 24 : hue,
  ]
  const air = mix(far, ground, 0.12)
  const sky = mix(lighter(ground, dice.between(0.05, 0.15)), second, dice.between(0.08, 0.28))
  const depth = (nearness: number) => mix(mix(air, second, 0.12), dark, nearness ** 0.8)
  return { key, second, sky, air, dark, depth }
}
