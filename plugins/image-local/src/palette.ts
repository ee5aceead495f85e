import { blend, colour, lit, tinted, vivid, type Colour } from './craft/colour.ts'
import type { Dice } from './craft/dice.ts'
import type { Reading } from './reading/read_prompt.ts'
import type { Place } from './reading/vocabulary.ts'

/** The light of a picture. */
export interface Palette {
  zenith: Colour
  sky: Colour
  horizon: Colour
  /** Sun, moon, lamp. */
  light: Colour
  /** What is furthest and nearest. */
  far: Colour
  near: Colour
  /** Windows, eyes, magic. */
  accent: Colour
  isNight: boolean
}

type Hexes = readonly [
  zenith: string,
  sky: string,
  horizon: string,
  light: string,
  far: string,
  near: string,
  accent: string,
]

/** Each mixed by hand, and looked at. */
const lights = {
  dawn: [
    ['35558f', '9a86b8', 'ffc9a3', 'fff1cf', 'a58fb5', '20263f', 'ff8f6b'],
    ['4b5f9e', 'c98fae', 'ffd6ae', 'fff4dd', 'b592ae', '2a2340', 'ff7d7d'],
    ['27607a', '7fb3b3', 'ffdcab', 'fff6da', '86a5a8', '12303a', 'ff9a62'],
  ],
  day: [
    ['1f6fb2', '6fb7dc', 'dff1ea', 'fffbe6', '8fb9c8', '12343a', 'f2a541'],
    ['2a7fa8', '8ccbd3', 'f6efd2', 'fffbe0', '9cc0b8', '1a3a30', 'ef6f4c'],
    ['3a66ad', '92b4e0', 'f4e6dc', 'fff9e8', 'a2b0cf', '1d2d4a', 'f08a5d'],
  ],
  sunset: [
    ['3a2a63', 'b8467a', 'ff9d52', 'ffe9a8', 'b0546f', '1c1130', 'ffd166'],
    ['1e3a5f', 'd0604f', 'ffb84f', 'fff0b8', 'a65a52', '15182e', 'ffdf7e'],
    ['5a2a4a', 'e0605a', 'ffc27a', 'fff0c4', 'b45f66', '24122b', 'ffe08a'],
  ],
  dusk: [
    ['141a46', '4a3d86', 'e08aa0', 'ffd9c4', '5f4c8c', '0e1030', 'ffb46e'],
    ['0f2444', '33618a', 'd9a4a0', 'ffe4c8', '4a648c', '0a1428', 'ffc27a'],
    ['1f1440', '6a3a8a', 'ff8f8a', 'ffdcc0', '6a4a8c', '120c2a', 'ffd07a'],
  ],
  night: [
    ['060b24', '12275a', '4a7fb0', 'f4f3e0', '2c4f86', '04081a', 'ffcf70'],
    ['070a1f', '1c2158', '6a62b0', 'f6efff', '3a3f86', '050618', 'ffc86a'],
    ['04141f', '0c3a4a', '4fa3a0', 'eafff2', '1f5a66', '030d14', 'ffd98a'],
  ],
  storm: [
    ['1a222e', '3e4f60', '9fb0b4', 'eaf4f2', '5a6e7a', '0c1218', 'ffe9a0'],
    ['1c1d33', '474a70', '9c9fb8', 'f0f0ff', '5c5f80', '0e0f1c', 'cfe6ff'],
  ],
  neon: [
    ['0a0524', '3a0f5e', 'ff3d8b', 'ffe1f0', '5a1f7c', '07031a', '21e6ff'],
    ['03102a', '0b3a66', '1fd0d8', 'e4ffff', '12527e', '020a1c', 'ff4fa0'],
    ['160828', '5c1458', 'ff7a4a', 'ffe6c8', '6c2060', '0b0418', '3df2d0'],
  ],
  fire: [
    ['120406', '4a0d0c', 'ff5a1e', 'ffe28a', '7a1c10', '0a0204', 'ffb02e'],
    ['180a14', '5c1420', 'ff7a30', 'fff0b0', '84282a', '0c040c', 'ffd04a'],
  ],
  dark: [
    ['0c0c14', '2a2434', '8a2f3a', 'f4d8c8', '3e3446', '060609', 'ff4d4d'],
    ['080e12', '1e3236', '7fa08a', 'eef5dc', '2c4648', '05090b', 'c8f06a'],
    ['0d0a18', '2e2448', '8a76a8', 'efe6ff', '40345c', '07050e', 'e04a6a'],
  ],
  soft: [
    ['8fa8e0', 'd6b4e6', 'ffd9e0', 'fffaf0', 'c3a9da', '5a4a86', 'ff8fb0'],
    ['7fc0d0', 'c4dce0', 'ffe9d0', 'fffdf0', 'aecbd0', '3f6478', 'ff9f8a'],
    ['a08fd8', 'f0b4cc', 'ffe6c4', 'fffbe6', 'd0a0c4', '553e78', 'ffc46a'],
  ],
  autumn: [
    ['6a4a4a', 'c98a4a', 'ffd98f', 'fff3cf', 'b8743c', '2a130e', 'e0482a'],
    ['3f4a5a', 'b08a6a', 'ffcf87', 'fff0cc', 'a06a44', '24140f', 'd8552a'],
  ],
  winter: [
    ['5a7fae', 'a9c4de', 'eef4f8', 'ffffff', 'a6bdd4', '1d3350', 'e8736a'],
    ['38507e', '8fa3cc', 'f4dfe0', 'fff6ee', '98a6cc', '172442', 'ffb07a'],
  ],
  sea: [
    ['0a4a66', '128a94', '6fe0c4', 'eafff4', '1a7c8a', '03202e', 'ffb36a'],
    ['0a2f66', '1464a4', '5cc4e0', 'eaffff', '1f5f9a', '041838', 'ff8f7a'],
  ],
  space: [
    ['05040f', '1a1040', '8a3f8c', 'fff0e0', '3c2468', '030208', '6ad8ff'],
    ['02060f', '0b2440', '1f8a90', 'f4fff0', '164a60', '01040a', 'ffb65c'],
    ['0a0410', '3a1030', 'e0605a', 'fff0d0', '5c1f40', '050208', 'ffd27a'],
  ],
  sand: [
    ['2f6a9a', '9cbfcb', 'f8d9a4', 'fff6dc', 'd8a878', '5a2618', 'e8553a'],
    ['6a3a5a', 'e0846a', 'ffcf8f', 'fff2cf', 'cf8464', '3a1420', 'ffe08a'],
  ],
  lamp: [
    ['1a0f14', '4a2418', 'e08a3c', 'ffe6ae', '6a3420', '0f0709', 'ffc25a'],
    ['121018', '3a2a3a', 'd08a4a', 'ffe9bf', '5a3a3a', '0b080d', 'ffb45a'],
  ],
  leaf: [
    ['2a6a5a', '7fb58a', 'eaf4b4', 'fffbd8', '6fa382', '0c2a20', 'ffc24a'],
    ['1f5a4a', '6aa88a', 'd8f0c4', 'fbffe0', '5a947c', '082219', 'ffd36a'],
  ],
  blossom: [
    ['6a8fc0', 'dcb8d4', 'ffe3dc', 'fffaf0', 'cba6c4', '3a2440', 'f0608a'],
    ['4a6aa0', 'e0a0b4', 'ffd8c0', 'fff5e4', 'bf8fac', '2a1c38', 'ff7d9c'],
  ],
  gem: [
    ['0b0a24', '2a1f6a', '7a6af0', 'f0eaff', '3c3090', '060518', '5ff0e0'],
    ['06141f', '0f4a5c', '4fe0d0', 'eafffa', '1a6474', '030d14', 'ff7ac8'],
  ],
  ink: [
    ['3a3f46', '9aa0a6', 'eeebe4', 'ffffff', 'a8acb0', '101214', 'c8342a'],
    ['0c0d10', '3a3d44', 'b4b6ba', 'fafafa', '565a62', '050506', 'd8452f'],
  ],
} as const satisfies Record<string, readonly Hexes[]>
type Light = keyof typeof lights

export function paletteOf(reading: Reading, place: Place, dice: Dice): Palette {
  const [zenith, sky, horizon, light, far, near, accent] = dice
    .pick<Hexes>(lights[lightOf(reading, place, dice)])
    .map(colour)
  const palette = {
    zenith: zenith!,
    sky: sky!,
    horizon: horizon!,
    light: light!,
    far: far!,
    near: near!,
    accent: accent!,
  }
  const [wish, second] = reading.colours
  const hued = wish ? withColour(palette, wish, second ?? wish) : palette
  return { ...hued, isNight: hued.sky[0] < 0.42 }
}

function lightOf({ time, weather, moods, colours, isKnown }: Reading, place: Place, dice: Dice): Light {
  if (moods.has('neon')) return 'neon'
  if (moods.has('stark')) return 'ink'
  if (place === 'volcano' || (weather.has('embers') && time === null)) return 'fire'
  if (weather.has('storm')) return 'storm'
  if (place === 'space') return 'space'
  if (place === 'underwater') return 'sea'
  if (place === 'cave') return 'gem'
  if (place === 'library' || place === 'room' || moods.has('warm'))
    return time === 'night' || time === null ? 'lamp' : time
  if (place === 'city' && time === 'night') return dice.pick(['neon', 'night', 'night'])
  if (weather.has('leaves') && time !== 'night') return 'autumn'
  if (time) return time
  if (weather.has('aurora') || weather.has('moon')) return 'night'
  if (moods.has('dark')) return 'dark'
  if (moods.has('soft')) return 'soft'
  if (weather.has('petals') || place === 'garden') return 'blossom'
  if (weather.has('snow') || place === 'snowfield') return 'winter'
  if (weather.has('rain')) return dice.pick(['storm', 'dusk'])
  if (weather.has('fireflies')) return dice.pick(['dusk', 'night'])
  if (place === 'desert') return 'sand'
  if (place === 'forest' || place === 'meadow') return dice.pick(['leaf', 'dawn', 'sunset'])
  if (place === 'city') return dice.pick(['dusk', 'sunset', 'neon'])
  if (!isKnown || colours.length > 0)
    return dice.pick(['dawn', 'sunset', 'dusk', 'night', 'day', 'gem', 'soft', 'blossom', 'sand'])
  return dice.pick(['dawn', 'sunset', 'dusk', 'sunset', 'day', 'night'])
}

/** Colours that were asked for tint the light and lead in what shines. */
function withColour<P extends Omit<Palette, 'isNight'>>(palette: P, wish: Colour, second: Colour): P {
  const isGrey = Math.hypot(wish[1], wish[2]) < 0.03
  if (isGrey && wish[0] < 0.4)
    return { ...palette, near: lit(vivid(palette.near, 0.4), -0.03), far: vivid(palette.far, 0.5) }
  if (isGrey) {
    return { ...palette, horizon: blend(palette.horizon, wish, 0.6), light: wish, far: blend(palette.far, wish, 0.3) }
  }
  // Green and brown are of the land; the sky keeps its own.
  if (isOfLand(wish)) {
    return {
      ...palette,
      far: tinted(palette.far, wish, 0.8),
      near: tinted(palette.near, wish, 0.7),
      accent: blend(palette.accent, second, 0.5),
    }
  }
  return {
    ...palette,
    zenith: tinted(palette.zenith, second, 0.7),
    sky: tinted(palette.sky, wish, 0.75),
    horizon: tinted(palette.horizon, wish, 0.6),
    far: tinted(palette.far, wish, 0.75),
    near: tinted(palette.near, second, 0.6),
    accent: blend(palette.accent, second, 0.7),
  }
}

/** Greens, and what is dark and yellow to red. */
const isOfLand = ([lightness, a, b]: Colour): boolean =>
  (a < -0.04 && b > 0.02) || (lightness < 0.55 && b > 0.04 && a < 0.1)
