import type { ImageAspect, ImageRequest } from '../../contract/image.ts'
import { diceOf } from './engine/dice.ts'
import { drawPlace, drawPortrait, type Size } from './engine/draw_portrait.ts'
import { sceneries } from './engine/traits.ts'
import { readPrompt } from './prompt/read_prompt.ts'
import { anywhere, homes, propsByRole, underTheSky } from './prompt/vocabulary.ts'

export interface Composition {
  svg: string
  size: Size
  notDrawn: string[]
}

const sizes: Record<'portrait' | 'place', Record<ImageAspect, Size>> = {
  portrait: {
    '1:1': { width: 460, height: 460 },
    '2:3': { width: 400, height: 600 },
    '3:2': { width: 690, height: 460 },
  },
  place: {
    '1:1': { width: 600, height: 600 },
    '2:3': { width: 480, height: 720 },
    '3:2': { width: 750, height: 500 },
  },
}

/** Draws a prompt as SVG, which contains no words of the prompt. A generator seeded by model and prompt chooses all other details. */
export function compose({ prompt, model, aspect }: ImageRequest): Composition {
  const { kind, traits, looks, notDrawn } = readPrompt(prompt)
  const seed = `${model} ${prompt}`
  const dice = diceOf(seed)
  const being = traits.being ?? 'human'
  const role = traits.role ?? 'none'
  const fitting = (homes[role] ?? homes[being] ?? (kind === 'portrait' ? anywhere : sceneries)).filter(
    (place) => !looks.skyObject || underTheSky.has(place)
  )
  const scenery = traits.scenery ?? dice.pick(fitting.length > 0 ? fitting : [...underTheSky])
  const size = sizes[kind][aspect]
  const usual = propsByRole[role]
  if (usual && kind === 'portrait' && dice.chance(0.9)) looks.prop ??= dice.pick(usual)
  const svg =
    kind === 'place'
      ? drawPlace(seed, { scenery }, looks, size)
      : drawPortrait(
          seed,
          {
            being,
            role,
            scenery,
            build: traits.build ?? 'any',
            age: traits.age ?? dice.pick([24, 28, 33, 38, 44, 52]),
          },
          looks,
          size
        )
  return { svg, size, notDrawn }
}
