import { blend, css } from '../craft/colour.ts'
import { placed } from '../craft/lines.ts'
import type { Landmark } from '../reading/vocabulary.ts'
import type { Builders } from './builder.ts'
import { buildings } from './buildings.ts'
import { monuments } from './monuments.ts'
import { mist, tone, type Scene } from './scene.ts'
import { vessels } from './vessels.ts'

const builders: Builders = { ...buildings, ...monuments, ...vessels }

/** Sets something built in the middle distance, in the light of its place. */
export function paintLandmark(scene: Scene, landmark: Landmark, x: number, y: number, size: number): void {
  const { plate, palette, side, dice } = scene
  const body = tone(scene, 0.6)
  const ink = plate.isFlat ? css(body) : plate.linear([[0, tone(scene, 0.72)], [1, blend(body, palette.horizon, 0.3)]], 0, -200, 0, 20) // prettier-ignore
  const lights = css(palette.isNight ? palette.accent : blend(palette.accent, palette.light, 0.4))
  const built = builders[landmark]
  if (!built) return
  plate.add(
    plate.glow(x, y - size * 0.4, size * 1.3, blend(palette.light, palette.horizon, 0.4), palette.isNight ? 0.3 : 0.35)
  )
  const flip = (landmark === 'ship' || landmark === 'train' || landmark === 'airship') && dice.chance(0.5)
  const markup = plate.rimmed(
    built(ink, lights, scene),
    side * (flip ? -2.2 : 2.2),
    -0.8,
    blend(palette.light, palette.horizon, 0.25),
    0.75
  )
  plate.add(placed(markup, x, y, size / 200, flip))
  if (!airborne.has(landmark)) mist(scene, y + size * 0.02, size * 0.16, 0.35)
}

export const airborne = new Set<Landmark>(['isle', 'balloon', 'airship', 'rocket'])
