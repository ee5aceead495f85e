import { CardFields, type NumberText } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import { categoryNamed } from './card_tags.ts'
import type { CharacterReading, ReadingOptions } from './character_draft.ts'
import { finishDraft, tagRules } from './finish_draft.ts'
import type { JsonObject } from './json_object.ts'
import { ReadingNotes } from './reading_notes.ts'

/** Reads an entry of Facet's own import files: `name, backstory, personality, greeting, scenario, tags, category …`. */
export const readFacetEntry = (
  root: JsonObject,
  options: ReadingOptions,
  numberText?: NumberText
): CharacterReading => {
  const notes = new ReadingNotes()
  const fields = new CardFields(root, [], notes, numberText)
  const text = (key: string) => fields.text(key, { max: cardLimits.textMax })
  const greeting = text('greeting')
  const category = fields.text('category', { max: Infinity })
  const description = fields.text('description', { max: cardLimits.teaserMax })
  const known = categoryNamed(options.categories, category) ?? null
  const tags = fields.texts('tags', tagRules)
  const parts = {
    name: fields.text('name', { max: Infinity, isRequired: true }),
    backstory: fields.text('backstory', { max: cardLimits.backstoryMax }),
    personality: text('personality'),
    scenario: text('scenario'),
    firstMessage: text('firstMessage') || greeting,
    isNsfw: fields.flag('isNsfw'),
    // As in every import, an unknown category becomes a tag.
    cardTags: known || category === '' ? tags : [...tags, category],
  }
  fields.keepRest()
  const facet = { description: description || null, descriptionIsTeaser: null, category: known, isNsfw: false }
  return finishDraft(parts, { format: 'facet_entry', facet, options, notes })
}
