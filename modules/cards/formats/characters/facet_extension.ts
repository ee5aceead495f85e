import type { CardFields } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import { categoryNamed } from './card_tags.ts'
import type { ReadingOptions } from './character_draft.ts'
import { hasKey, own } from './json_object.ts'

/**
 * The contents of `extensions.facet`: Facet's fields that a card has no other place for. In a V2 card, it also has fields of V3. Any file
 * may contain them, so they can make a character adult, but never the opposite.
 */
export interface FacetExtension {
  fields: CardFields
  /** Null if the teaser is derived from the creator's notes or the scenario. */
  description: string | null
  /** Null if the file doesn't say it. */
  descriptionIsTeaser: boolean | null
  nickname: string
  /** Null if the tags determine the category. */
  category: string | null
  isNsfw: boolean
}

/** The path of the id of the character that Facet exported as a card. */
export const facetIdPath = ['data', 'extensions', 'facet', 'id']

export const readFacetExtension = (
  extensions: CardFields | null,
  { categories }: ReadingOptions
): FacetExtension | null => {
  const fields = extensions?.inner('facet')
  if (!fields) return null
  const category = own(fields.object, 'category')
  const description = fields.text('description', { max: cardLimits.teaserMax })
  fields.skip('category', 'id')
  return {
    fields,
    description: hasKey(fields.object, 'description') ? description : null,
    descriptionIsTeaser: hasKey(fields.object, 'descriptionIsTeaser') ? fields.flag('descriptionIsTeaser') : null,
    nickname: fields.text('nickname', { max: Infinity }),
    category: typeof category === 'string' ? (categoryNamed(categories, category) ?? null) : null,
    isNsfw: fields.flag('isNsfw'),
  }
}
