import { blend, css } from '../craft/colour.ts'
import { placed } from '../craft/lines.ts'
import type { Somebody } from '../reading/read_prompt.ts'
import type { Place } from '../reading/vocabulary.ts'
import { paintRise } from '../scenery/rise.ts'
import { tone, type Scene } from '../scenery/scene.ts'
import { animal } from './animals.ts'
import { creature } from './creatures.ts'
import { person } from './person.ts'

const flying = new Set(['dragon', 'raven', 'butterfly', 'jellyfish', 'whale', 'fish'])
const withFloor = new Set<Place>(['room', 'library', 'hall', 'city', 'desert', 'snowfield', 'cave'])

/** Whoever the picture is about, in their place, against the light. */
export function paintSomebody(scene: Scene): void {
  const { reading, place, width, height, plate, dice } = scene
  const [first, second] = reading.somebody
  if (!first) return
  const short = Math.min(width, height)
  const isAloft = (one: Somebody | undefined) => one !== undefined && one.role === null && flying.has(one.species ?? '')
  const groundlings = reading.somebody.filter((one) => !isAloft(one))
  for (const one of reading.somebody) if (isAloft(one)) aloft(scene, one, groundlings.length > 0)
  if (groundlings.length === 0) return
  let [x, y] = scene.stand
  if (withFloor.has(place)) y = height * 0.93
  else [x, y] = paintRise(scene, x, place !== 'meadow' && place !== 'garden' && place !== 'snowfield')
  plate.add(plate.glow(x, y - short * 0.2, short * 0.42, scene.palette.horizon, 0.35))
  const size = short * (place === 'hall' ? 0.34 : 0.4)
  const pair = groundlings.length > 1 || first.role === 'couple'
  for (const [i, one] of (first.role === 'couple'
    ? [first, { role: 'woman', species: null } as Somebody]
    : groundlings
  ).entries()) {
    const isAnimal = one.role === null
    const at = pair ? x + (i === 0 ? -1 : 1) * short * 0.11 : x
    set(
      scene,
      one,
      at,
      y,
      isAnimal ? size * (pair ? 0.62 : 0.85) : size * (pair && second?.role ? 0.95 : 1),
      dice.chance(0.5)
    )
  }
}

function aloft(scene: Scene, one: Somebody, isSecond: boolean): void {
  const { width, height, dice, side } = scene
  const short = Math.min(width, height)
  const size = isSecond ? short * 0.3 : short * (one.species === 'raven' ? 0.4 : 0.46)
  const [x, y] = isSecond
    ? [width * (0.5 + side * 0.2), height * 0.3]
    : [width * 0.5 - side * width * 0.03, height * 0.42 + size * 0.16]
  set(scene, one, x, y, size, side < 0)
  if (one.species === 'raven' || one.species === 'fish' || one.species === 'butterfly') {
    for (let i = 0; i < 6; i++)
      set(
        scene,
        one,
        width * dice.between(0.08, 0.92),
        height * dice.between(0.12, 0.66),
        size * dice.between(0.12, 0.3),
        side < 0
      )
  }
}

function set(scene: Scene, one: Somebody, x: number, y: number, size: number, isFlipped: boolean): void {
  const { plate, palette, side } = scene
  const body = tone(scene, 0.96)
  const isFire = one.species === 'raven' && scene.reading.weather.has('embers')
  const fire = plate.linear([[0, palette.light], [1, palette.accent]], 0, -190, 0, -60) // prettier-ignore
  const ink = isFire ? fire : plate.isFlat ? css(body) : plate.linear([[0, blend(body, palette.far, 0.1)], [1, body]], 0, -200, 0, 0) // prettier-ignore
  const pale = css(blend(palette.light, palette.far, 0.35))
  const markup =
    one.role === null && one.species
      ? (creature(scene, one.species, ink) ?? animal(one.species, ink, pale) ?? '')
      : person(scene, one, ink)
  const glowing = one.species === 'jellyfish' || one.species === 'butterfly' || isFire
  if (isFire) plate.add(plate.glow(x, y - size * 0.6, size * 1.1, palette.accent, 0.8))
  const rim = blend(palette.light, palette.horizon, 0.3)
  const turned = isFlipped && one.role === null
  const edge = 200 / size
  plate.add(
    placed(
      glowing ? markup : plate.rimmed(markup, side * (turned ? -3 : 3) * edge * 0.9, -1.4 * edge, rim, 0.95),
      x,
      y,
      size / 200,
      turned
    )
  )
}
