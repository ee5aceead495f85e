import { hex, lighter, mix } from '../colour.ts'
import type { Palette } from '../palette.ts'
import { stroke, type Sheet } from '../sheet.ts'
import type { Looks } from '../traits.ts'
import { disc, motes, stars, type Place } from './place.ts'

/** Draws the sun, the moon or stars in the sky of a place. */
export const skyObjectOver = (place: Place, { skyObject }: Looks) => {
  if (skyObject === 'sun') disc(place, place.sheet.height * 0.1)
  else if (skyObject === 'moon') disc(place, place.sheet.height * 0.08, place.sheet.dice.chance(0.4))
  else if (skyObject === 'stars') stars(place, 90, place.sheet.height * 0.4)
}

/** Draws rain, snow or sparks in front of everything. */
export const weatherOver = (sheet: Sheet, palette: Palette, { weather }: Looks) => {
  const { dice, width, height } = sheet
  if (weather === 'rain') {
    let drops = ''
    for (let drop = 0; drop < 120; drop++) {
      const length = dice.between(14, 34)
      drops += `M${Math.round(dice.between(0, width))} ${Math.round(dice.between(-20, height))}l${Math.round(-length * 0.2)} ${Math.round(length)}`
    }
    sheet.add(stroke(drops, hex(lighter(mix(palette.second, [0.9, 0.02, 240], 0.6), 0.05)), 1.4, 0.4))
  } else if (weather === 'mist') {
    for (const [at, size] of [
      [0.2, 0.5],
      [0.8, 0.4],
    ] as const)
      sheet.glow(
        width * at,
        height * (0.5 + size * 0.3),
        width * size,
        mix(palette.air, [0.95, 0.01, 240], 0.5),
        0.34,
        0.3
      )
  } else if (weather) {
    const place = { sheet, palette, light: [width / 2, 0] as const }
    motes(place, weather === 'snow' ? 110 : 45, [0, height], weather === 'snow' ? 3.4 : 2.6, 0.8)
  }
}
