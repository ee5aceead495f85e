import { limits as chatLimits, type AuthorsNote } from '#modules/chat/api'
import type { TransferredSettings } from '#modules/chat/index'
import { codePoints } from '#modules/kernel/text'
import { noSettings, type ReadContext } from './draft_chat.ts'
import { textOf } from './values.ts'

type Context = Pick<ReadContext, 'report'>

/** The place of a note whose file doesn't tell one. */
const usual = { depth: 4, role: 'system', every: 1 } as const

/** Returns the settings of a chat, and lists them in the report. */
export const settingsOf = (settings: Partial<TransferredSettings>, { report }: Context): TransferredSettings => {
  const all = { ...noSettings, ...settings }
  for (const [key, value] of Object.entries(all))
    if (value !== null) report.settings.add(key as keyof TransferredSettings)
  return all
}

const names = { scenario: 'scenario', systemPrompt: 'system prompt' } as const

/** Reads a text that replaces the character's. A text beyond the limit isn't cut, because half of it may mean something else. */
export const readText = (key: keyof typeof names, value: unknown, context: Context): string | null =>
  readBounded(value, { name: `chat’s ${names[key]}`, max: chatLimits[`${key}Max`] }, context)

const readBounded = (value: unknown, { name, max }: { name: string; max: number }, { report }: Context) => {
  const text = textOf(value).trim()
  if (text === '') return null
  if (text.length <= max || codePoints(text) <= max) return text
  report.note(`The ${name} is longer than ${max.toLocaleString('en')} characters, so the chat doesn’t use it.`)
  return null
}

export interface FileNote {
  text: unknown
  /** The number of messages after the note. */
  depth?: unknown
  /** The note is in the prompt for every nth message of the user. 0: in none. */
  every?: unknown
  role?: unknown
  /** Whether the note is among the messages. */
  isAmongMessages?: boolean
}

/** Reads an author's note. Values that the chat's note can't have become the usual ones, and the report says so. */
export const readNote = (note: FileNote, context: Context): AuthorsNote | null => {
  const { report } = context
  const text = readBounded(note.text, { name: 'author’s note', max: chatLimits.noteMax }, context)
  if (text === null) return null
  if (note.every === 0 || note.every === '0') {
    report.note('The author’s note was off, so the chat doesn’t use it.')
    return null
  }
  if (note.isAmongMessages === false)
    report.note(`The author’s note was outside the messages. Now ${usual.depth} messages follow it.`)
  const depth = note.isAmongMessages === false ? usual.depth : (note.depth ?? usual.depth)
  const within = (value: unknown, min: number, max: number, otherwise: number, name: string) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number
    report.note(`The author’s note has an unknown ${name}, so ${otherwise} was taken.`)
    return otherwise
  }
  return {
    text,
    depth: within(depth, 0, chatLimits.noteDepthMax, usual.depth, 'depth'),
    role: roleOf(note.role ?? 0, context),
    every: within(note.every ?? usual.every, 1, chatLimits.noteEveryMax, usual.every, 'interval'),
  }
}

/** The roles of a note by their numbers in SillyTavern. */
export const noteRoles = ['system', 'user', 'assistant'] as const

const roleOf = (value: unknown, { report }: Context): AuthorsNote['role'] => {
  const role = noteRoles.find((name, index) => value === name || value === index || value === String(index))
  if (role === undefined) report.note('The author’s note has an unknown role, so it is an instruction.')
  return role ?? usual.role
}
