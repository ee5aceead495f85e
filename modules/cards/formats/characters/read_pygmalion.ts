import { CardFields, type NumberText } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import type { CharacterReading, ReadingOptions } from './character_draft.ts'
import { finishDraft } from './finish_draft.ts'
import type { JsonObject } from './json_object.ts'
import { ReadingNotes } from './reading_notes.ts'

/** Reads the JSON of Pygmalion's and oobabooga's first interfaces. */
export const readPygmalion = (root: JsonObject, options: ReadingOptions, numberText?: NumberText): CharacterReading => {
  const notes = new ReadingNotes()
  const fields = new CardFields(root, [], notes, numberText)
  const text = (key: string) => fields.text(key, { max: cardLimits.textMax })
  const parts = {
    name: fields.text('char_name', { max: Infinity, isRequired: true }),
    backstory: fields.text('char_persona', { max: cardLimits.backstoryMax }),
    firstMessage: text('char_greeting'),
    scenario: text('world_scenario'),
    exampleDialogue: userLines(text('example_dialogue')),
  }
  fields.keepRest()
  return finishDraft(parts, { format: 'pygmalion', options, notes })
}

/** Replaces `You:` at the beginning of a line with `{{user}}:`. */
export const userLines = (examples: string): string => examples.replaceAll(/^You:/gm, '{{user}}:')
