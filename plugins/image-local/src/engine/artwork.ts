import { drawPlace, drawPortrait } from './draw_portrait.ts'
import type { Looks, Traits } from './traits.ts'

/** The content of a built-in character's `drawing.json`. */
export interface Drawing {
  traits: Traits
  looks?: Looks
  seed: string
}

export const drawArtwork = ({ seed, traits, looks = {} }: Drawing) => ({
  'avatar.svg': drawPortrait(seed, traits, looks),
  'background.svg': drawPlace(seed, traits, looks),
})
