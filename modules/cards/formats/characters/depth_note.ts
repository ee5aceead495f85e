import type { DepthNote, DepthRole } from '#modules/gallery/api'
import type { CardFields } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import { kindOf, own } from './json_object.ts'
import type { ReadingNotes } from './reading_notes.ts'

const roles = new Map<unknown, DepthRole>([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  [0, 'system'],
  [1, 'user'],
  [2, 'assistant'],
])

/** Reads SillyTavern's `depth_prompt`. Returns null without a text. */
export const readDepthPrompt = (prompt: CardFields | null, notes: ReadingNotes): DepthNote | null => {
  const text = prompt?.text('prompt', { max: cardLimits.depthNoteMax }) ?? ''
  if (!prompt || text === '') return null
  const role = roles.get(own(prompt.object, 'role'))
  if (!role && own(prompt.object, 'role') !== undefined)
    notes.warn(`${prompt.pathOf('role')} is unknown. It was read as system.`)
  return { text, depth: depthOf(own(prompt.object, 'depth'), prompt.pathOf('depth'), notes), role: role ?? 'system' }
}

/** SillyTavern's default. */
const depthDefault = 4

/** Reads a depth from a number or a text. Returns the default for values out of range and for anything else. */
export const depthOf = (value: unknown, path: string, notes: ReadingNotes): number => {
  if (value === undefined) return depthDefault
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  const isDepth = typeof number === 'number' && number >= 0 && number <= cardLimits.depthMax
  const depth = isDepth ? Math.trunc(number) : depthDefault
  if (depth !== value) notes.warn(`${path} is ${shownValue(value)}. It was read as ${depth}.`)
  return depth
}

const shownValue = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(value.slice(0, 20).toWellFormed())
    : typeof value === 'number'
      ? String(value)
      : kindOf(value)
