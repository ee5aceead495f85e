import type { DepthNote } from '#modules/gallery/api'
import { isLonger, storable } from '#modules/kernel/text'
import { isRemote } from './card_assets.ts'
import { readCardBook } from './card_book.ts'
import { CardFields, type NumberText } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import type { CharacterReading, ReadingOptions } from './character_draft.ts'
import { depthOf } from './depth_note.ts'
import { finishDraft, tagRules } from './finish_draft.ts'
import { isJsonObject, own, type JsonObject } from './json_object.ts'
import { ReadingNotes } from './reading_notes.ts'
import { renderPersona } from './render_persona.ts'

/** Reads Agnai's export of a character. Its persona becomes the backstory, as the text that Agnai would send to a model. */
export const readAgnai = (root: JsonObject, options: ReadingOptions, numberText?: NumberText): CharacterReading => {
  const notes = new ReadingNotes()
  const fields = new CardFields(root, [], notes, numberText)
  const text = (key: string) => fields.text(key, { max: cardLimits.textMax })
  const name = fields.text('name', { max: Infinity, isRequired: true })
  const parts = {
    name,
    backstory: readPersona(fields, name, notes),
    scenario: text('scenario'),
    firstMessage: text('greeting'),
    alternateGreetings: fields.texts('alternateGreetings', {
      max: cardLimits.textMax,
      itemsMax: cardLimits.greetingsMax,
    }),
    exampleDialogue: text('sampleChat'),
    systemPrompt: text('systemPrompt'),
    postHistoryInstructions: text('postHistoryInstructions'),
    depthNote: readInsert(fields.inner('insert'), notes),
    creatorNotes: { text: text('description'), translations: {} },
    creatorName: fields.text('creator', { max: Infinity }),
    version: fields.text('characterVersion', { max: Infinity }),
    book: readCardBook(fields, 'characterBook', notes),
    cardTags: fields.texts('tags', tagRules),
  }
  fields.skip('kind')
  const avatar = fields.value('avatar')
  if (typeof avatar === 'string' && avatar !== '')
    notes.keep('avatar', isRemote(avatar) ? 'a remote picture, never fetched' : '')
  fields.inner('extensions')?.keepRest()
  fields.keepRest()
  return finishDraft(parts, { format: 'agnai', options, notes })
}

const readPersona = (fields: CardFields, name: string, notes: ReadingNotes): string => {
  const persona = fields.value('persona')
  const rendered = renderPersona(name, persona)
  if (rendered === null) {
    notes.warn('persona has no kind that is known. It was read as empty.')
    notes.keep('persona')
    return ''
  }
  if (isJsonObject(persona) && own(persona, 'kind') !== 'text')
    notes.keep('persona', 'its attributes; the backstory has them as text')
  if (isLonger(rendered, cardLimits.backstoryMax))
    notes.refuse(`persona has more than ${cardLimits.backstoryMax.toLocaleString('en')} characters.`)
  return storable(rendered)
}

const readInsert = (insert: CardFields | null, notes: ReadingNotes): DepthNote | null => {
  const text = insert?.text('prompt', { max: cardLimits.depthNoteMax }) ?? ''
  if (!insert || text === '') return null
  return { text, depth: depthOf(insert.value('depth'), insert.pathOf('depth'), notes), role: 'system' }
}
