import { readBackyardLore } from './backyard_lore.ts'
import { backyardMacros } from './backyard_macros.ts'
import { CardFields, type NumberText } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import type { CardChat, CharacterReading, ReadingOptions } from './character_draft.ts'
import { finishDraft } from './finish_draft.ts'
import { isJsonObject, own, type JsonObject } from './json_object.ts'
import { ReadingNotes, shownPath } from './reading_notes.ts'

/** Reads cards of Backyard, formerly Faraday: its JSON export, and the JSON inside its PNG files. */
export const readBackyard = (root: JsonObject, options: ReadingOptions, numberText?: NumberText): CharacterReading => {
  const notes = new ReadingNotes()
  const rootFields = new CardFields(root, [], notes, numberText)
  const fields = rootFields.inner('character')
  if (!fields) return finishDraft({}, { format: 'backyard', options, notes })
  const text = (key: string, max: number = cardLimits.textMax) => backyardMacros(fields.text(key, { max }))
  const shortName = fields.text('aiName', { max: Infinity })
  const name = fields.text('aiDisplayName', { max: Infinity }) || shortName
  const parts = {
    name,
    // Backyard's `{character}` is the short name.
    nickname: shortName === name ? '' : shortName,
    backstory: text('aiPersona', cardLimits.backstoryMax),
    scenario: text('scenario'),
    firstMessage: text('firstMessage'),
    exampleDialogue: text('customDialogue'),
    systemPrompt: text('basePrompt'),
    isNsfw: fields.flag('isNSFW'),
    book: readBackyardLore(fields, notes, numberText),
  }
  const chats = readChats(fields)
  const version = rootFields.value('version')
  fields.keepRest()
  rootFields.keepRest()
  const spec = typeof version === 'number' || typeof version === 'string' ? `Backyard ${version}`.slice(0, 40) : null
  return finishDraft(parts, { format: 'backyard', spec, chats, options, notes })
}

const readChats = (fields: CardFields): CardChat[] =>
  (fields.items('Chat') ?? []).slice(0, cardLimits.scenariosMax).flatMap((chat, index) => {
    const messages = isJsonObject(chat) ? own(chat, 'ChatItems') : null
    if (!Array.isArray(messages) || messages.length === 0) return []
    return [{ path: shownPath([...fields.path, 'Chat', index]), title: '', messageCount: messages.length }]
  })
