import { tokenOf } from '../../src/portraits/token.ts'
import type { Traits } from '../../src/portraits/traits.ts'
import type { BuiltInCharacter } from '../built_in_character.ts'

/** A built-in character whose pictures are drawn when they are asked for. */
export interface DrawnCharacter extends BuiltInCharacter {
  looks: Traits
  /** Which of the many drawings with these looks. Another number is another picture, at another address. */
  chance: number
}

/** The addresses of its portrait and its place. */
export const drawnPictures = ({ slug, looks, chance }: DrawnCharacter) => {
  const token = tokenOf(`${slug} ${chance}`, looks)
  return { avatar: `/pictures/drawn/${token}.svg`, background: `/pictures/drawn/${token}-place.svg` }
}
