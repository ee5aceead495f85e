import type { ImageAspect } from '../../contract/image.ts'
import type { Dice } from './craft/dice.ts'
import { Plate } from './craft/plate.ts'
import { paletteOf } from './palette.ts'
import { readPrompt, type Reading } from './reading/read_prompt.ts'
import type { Place } from './reading/vocabulary.ts'
import { airborne, paintLandmark } from './scenery/landmarks.ts'
import { paintPlace } from './scenery/paint_place.ts'
import type { Scene } from './scenery/scene.ts'
import { paintWeather, vignette } from './scenery/weather.ts'
import { paintPortrait } from './subjects/portrait.ts'
import { paintSomebody } from './subjects/somebody.ts'

const shortSide = 1000
export const shapes = { '1:1': [1, 1], '2:3': [2, 3], '3:2': [3, 2] } as const satisfies Record<ImageAspect, unknown>

/** Reads the prompt and paints what it understood, from the sky to what falls before our eyes. */
export function compose(prompt: string, aspect: ImageAspect, dice: Dice, isFlat: boolean): Plate {
  const reading = readPrompt(prompt)
  const [across, down] = shapes[aspect]
  const unit = shortSide / Math.min(across, down)
  const [width, height] = [across * unit, down * unit]
  const plate = new Plate(width, height, isFlat)
  const place = placeOf(reading, dice.branch('place'))
  const palette = paletteOf(reading, place, dice.branch('palette'))
  const side = dice.chance(0.5) ? 1 : -1
  const horizon = height * dice.between(0.52, 0.6)
  const isLow = reading.time === 'dawn' || reading.time === 'sunset' || dice.chance(0.25)
  const high = palette.isNight ? dice.between(0.2, 0.4) : isLow ? dice.between(0.72, 0.96) : dice.between(0.36, 0.7)
  const scene: Scene = {
    plate,
    palette,
    dice: dice.branch('strokes'),
    reading,
    place,
    width,
    height,
    horizon,
    light: [width * (0.5 + side * dice.between(0.06, 0.24)), horizon * high],
    side,
    stand: [width * (0.5 - side * dice.between(0.02, 0.14)), height * 0.86],
  }
  if (reading.isPortrait && reading.somebody.length > 0) {
    paintPortrait(scene)
  } else {
    paintPlace(scene)
    addLandmarks(scene)
    paintSomebody(scene)
  }
  paintWeather(scene)
  vignette(scene)
  return plate
}

const roofed = new Set<Place>(['room', 'library', 'hall', 'cave', 'underwater'])

function addLandmarks(scene: Scene): void {
  const { reading, place, dice, width, height, horizon, side } = scene
  if (roofed.has(place)) return
  const isMain = reading.somebody.length === 0
  // What carries another comes first.
  const order = reading.landmarks.toSorted((one, other) => Number(other === 'bridge') - Number(one === 'bridge'))
  for (const [at, landmark] of order.entries()) {
    const isFirst = at === 0
    const shift =
      isMain && order.length === 1
        ? dice.between(-0.08, 0.1)
        : isFirst
          ? dice.between(0.16, 0.26)
          : -dice.between(0.18, 0.28)
    const size = Math.min(width, height) * (isMain ? (isFirst ? 0.4 : 0.24) : 0.26)
    const ground = landmark === 'ship' ? 0.1 : isMain ? 0.14 : 0.08
    const y = airborne.has(landmark) ? height * (isFirst ? 0.42 : 0.3) : horizon + height * ground
    const onBridge = landmark === 'train' && order.includes('bridge')
    const x = width * (0.5 + side * (landmark === 'bridge' || onBridge ? 0.02 : shift))
    const deck = (Math.min(width, height) * (isMain ? 0.4 : 0.26) * 66) / 200
    paintLandmark(scene, landmark, x, onBridge ? y - deck - size * 0.05 : y, size)
  }
}

/** Where it is, for whoever did not say. */
function placeOf({ places, landmarks, somebody, weather, time }: Reading, dice: Dice): Place {
  const { role, species } = somebody[0] ?? { role: null, species: null }
  const home: Partial<Record<string, readonly Place[]>> = {
    whale: ['sea', 'clouds'],
    fish: ['underwater'],
    jellyfish: ['underwater'],
    fox: ['forest', 'meadow'],
    wolf: ['forest', 'snowfield', 'mountains'],
    deer: ['forest', 'lake'],
    bear: ['forest', 'lake'],
    owl: ['forest'],
    rabbit: ['meadow', 'forest'],
    butterfly: ['meadow'],
    cat: ['city', 'meadow', 'room'],
    lion: ['desert', 'meadow'],
    elephant: ['desert', 'meadow'],
    horse: ['meadow', 'sea'],
    unicorn: ['forest', 'meadow'],
    dragon: ['mountains', 'volcano', 'clouds'],
    snake: ['desert', 'forest'],
    raven: ['mountains', 'forest'],
    astronaut: ['space'],
    detective: ['city'],
    robot: ['city', 'desert'],
    pirate: ['sea'],
    samurai: ['garden', 'mountains'],
    wizard: ['mountains', 'cave', 'forest'],
    witch: ['forest'],
    royal: ['hall', 'mountains'],
    elf: ['forest'],
    angel: ['clouds'],
    demon: ['volcano'],
    vampire: ['hall', 'mountains'],
    viking: ['sea', 'mountains'],
    cowboy: ['desert'],
    dancer: ['hall'],
    knight: ['mountains', 'forest', 'meadow'],
    hooded: ['mountains', 'forest'],
    ship: ['sea'],
    lighthouse: ['sea'],
    pyramid: ['desert'],
    isle: ['clouds'],
    balloon: ['clouds', 'mountains'],
    airship: ['clouds'],
    rocket: ['space'],
    torii: ['lake', 'garden'],
    waterfall: ['mountains', 'lake'],
    train: ['mountains', 'snowfield', 'meadow'],
    bridge: ['mountains', 'lake'],
    pagoda: ['garden', 'mountains'],
    windmill: ['meadow'],
    house: ['meadow', 'snowfield'],
    castle: ['mountains', 'lake'],
    columns: ['sea', 'meadow'],
  }
  const known = home[landmarks[0] ?? ''] ?? home[species ?? ''] ?? home[role ?? '']
  // Of several places that were named, the one where such a thing is.
  const named = places.find((place) => known?.includes(place)) ?? places[0]
  const isWet = species === 'fish' || species === 'jellyfish'
  if (isWet && (named === 'lake' || named === 'sea')) return 'underwater'
  if (named) return named
  if (weather.has('snow') && !somebody[0]?.species) return 'snowfield'
  if (known) return dice.pick(known)
  if (weather.has('aurora')) return dice.pick(['lake', 'snowfield'])
  if (weather.has('rain') || role) return dice.pick(['city', 'mountains', 'sea'])
  return dice.pick(
    time === 'night' ? ['lake', 'mountains', 'sea'] : ['mountains', 'lake', 'meadow', 'clouds', 'sea', 'desert']
  )
}
