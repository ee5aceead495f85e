import { drawPlace, drawPortraitAndFace } from './draw_portrait.ts'
import type { Looks, Traits } from './traits.ts'

/** The content of a built-in character's `drawing.json`. */
export interface Drawing {
  traits: Traits
  looks?: Looks
  seed: string
}

/** Draws the files of a character's pictures. Also returns the center of the face in the portrait. */
export const drawArtwork = ({ seed, traits, looks = {} }: Drawing) => {
  const { svg, face } = drawPortraitAndFace(seed, traits, looks)
  return { files: { 'avatar.svg': svg, 'background.svg': drawPlace(seed, traits, looks) }, face }
}
