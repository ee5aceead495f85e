import type { BuiltInSet } from '../api.ts'
import { eight } from './eight.ts'
import { drawnPictures } from './fifty/drawn_character.ts'
import { fifty } from './fifty/fifty.ts'
import { pictureAddress } from './pictures.ts'

/** The built-in characters as entries of an import, by set. Addresses are asked for late: pictures may be built meanwhile. */
export const builtInSets = {
  eight: () =>
    eight.map(({ slug, ...character }) => ({
      ...character,
      avatar: pictureAddress(`${slug}-avatar`),
      background: pictureAddress(`${slug}-background`),
    })),
  fifty: () =>
    fifty.map((one) => {
      const { slug: _slug, looks: _looks, chance: _chance, ...character } = one
      return { ...character, ...drawnPictures(one) }
    }),
} satisfies Record<BuiltInSet, () => object[]>
