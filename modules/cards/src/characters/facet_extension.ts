import type { CardFields } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import { categoryNamed } from './card_tags.ts'
import type { ReadingOptions } from './character_draft.ts'
import { hasKey, own } from './json_object.ts'

/**
 * `extensions.facet`: fields of Facet that a card has no place for. A V2 card also has the fields of V3 in it. They may come from any
 * file, so they can make a character adult, never the opposite.
 */
export interface FacetExtension {
  fields: CardFields
  /** Null if the notes make the teaser. */
  description: string | null
  nickname: string
  /** Null if the tags decide. */
  category: string | null
  isNsfw: boolean
}

export const readFacetExtension = (
  extensions: CardFields | null,
  { categories }: ReadingOptions
): FacetExtension | null => {
  const fields = extensions?.inner('facet')
  if (!fields) return null
  const category = own(fields.object, 'category')
  const description = fields.text('description', { max: cardLimits.teaserMax })
  fields.skip('category')
  return {
    fields,
    description: hasKey(fields.object, 'description') ? description : null,
    nickname: fields.text('nickname', { max: Infinity }),
    category: typeof category === 'string' ? (categoryNamed(categories, category) ?? null) : null,
    isNsfw: fields.flag('isNsfw'),
  }
}
