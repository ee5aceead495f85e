import { drawPlace, drawPortraitAndFace } from './draw_portrait.ts'
import type { Looks, Traits } from './traits.ts'

/** The content of a built-in character's `drawing.json`. */
export interface Drawing {
  traits: Traits
  looks?: Looks
  seed: string
}

/** The files of a character's pictures, and the middle of the portrait's face. */
export const drawArtwork = ({ seed, traits, looks = {} }: Drawing) => {
  const { svg, face } = drawPortraitAndFace(seed, traits, looks)
  return { files: { 'avatar.svg': svg, 'background.svg': drawPlace(seed, traits, looks) }, face }
}
