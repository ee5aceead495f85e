import { codePoints, isBlank } from '#modules/kernel/text'
import { limits as chatLimits } from '#modules/chat/api'
import type { TransferredSettings } from '#modules/chat/index'
import { readDate } from '../dates.ts'
import { draftHeader, type DraftHeader, type ReadContext } from '../draft_chat.ts'
import { chatFileLimits } from '../limits.ts'
import { readNote, readText, settingsOf } from '../settings.ts'
import { isObject, listOf, member, nameOf, textOf } from '../values.ts'

/** SillyTavern writes this placeholder if a chat has several names, or none. */
const noName = 'unused'

const usedFields = new Set(['user_name', 'character_name', 'create_date', 'chat_metadata'])
const usedMetadata = new Set([
  'facet',
  'note_prompt',
  'note_depth',
  'note_interval',
  'note_position',
  'note_role',
  'scenario',
  'system_prompt',
])

/** Whether the first line of a file describes the chat. Chats of old groups begin with a message. */
export const isHeader = (line: unknown): boolean =>
  isObject(line) &&
  !Object.hasOwn(line, 'mes') &&
  (Object.hasOwn(line, 'chat_metadata') || (Object.hasOwn(line, 'user_name') && Object.hasOwn(line, 'character_name')))

/**
 * Reads the first line of a chat. Title and pins come from an export of Facet. In other files, the file's name is the title.
 */
export const readHeader = (line: unknown, original: Uint8Array, context: ReadContext): DraftHeader => {
  const { report } = context
  const metadata = member(line, 'chat_metadata')
  for (const key of Object.keys(isObject(line) ? line : {})) if (!usedFields.has(key)) report.keep(key)
  for (const key of Object.keys(isObject(metadata) ? metadata : {}))
    if (!usedMetadata.has(key)) report.keep(`chat_metadata.${key}`)
  const { title, pins } = facetSettings(line) ?? { title: context.fileTitle, pins: [] }
  return draftHeader({
    title,
    pins,
    settings: settingsOf(readSettings(metadata, context), context),
    createdAt: readDate(member(line, 'create_date'), context.now),
    original,
    characterName: realName(member(line, 'character_name')),
    userName: realName(member(line, 'user_name')),
  })
}

/** Returns the settings in an export of Facet, or null for other files. */
export const facetSettings = (header: unknown): { title: string | null; pins: string[] } | null => {
  const facet = member(member(header, 'chat_metadata'), 'facet')
  if (!isObject(facet)) return null
  const pins = listOf(member(facet, 'pins'))
    .map(textOf)
    .filter((pin) => !isBlank(pin) && codePoints(pin) <= chatLimits.pinMax)
  return { title: nameOf(member(facet, 'title'), chatLimits.titleMax), pins: pins.slice(0, chatLimits.pinsMax) }
}

/** The number of the note's position among the messages. 0 and 2 are in the system prompt. */
const amongMessages = 1

/** Reads the settings of a chat from its metadata. */
export const readSettings = (metadata: unknown, context: Pick<ReadContext, 'report'>): TransferredSettings => {
  const position = member(metadata, 'note_position') ?? amongMessages
  return {
    note: readNote(
      {
        text: member(metadata, 'note_prompt'),
        depth: member(metadata, 'note_depth'),
        every: member(metadata, 'note_interval'),
        role: member(metadata, 'note_role'),
        isAmongMessages: Number(position) === amongMessages,
      },
      context
    ),
    scenario: readText('scenario', member(metadata, 'scenario'), context),
    systemPrompt: readText('systemPrompt', member(metadata, 'system_prompt'), context),
  }
}

const realName = (value: unknown): string | null => {
  const name = nameOf(value, chatFileLimits.speakerMax)
  return name === noName ? null : name
}
