import vine from '@vinejs/vine'
import { isId } from '#modules/kernel/ids'
import { decodeCursor } from '#modules/kernel/pages'
import { ok } from '#modules/kernel/result'
import { isLonger } from '#modules/kernel/text'
import { custom, pageLimit, type CheckedField } from '#modules/kernel/validation'
import { exportFormats, groupModes, type ExportFormat, type GroupMode } from '../api.ts'
import { limits } from '../limits.ts'
import type { ChatPage } from '../sessions/index.ts'
import { distinctIds, invalid, isListOfIds, lookedUpId, optional, orNull, timeZone, title } from './fields.ts'

const isTrue = custom((value) => ok(value === 'true'))

interface Position {
  at: number
  id: string
}

const decodePosition = (cursor: unknown): Position | null => {
  const [at, id] = (typeof cursor === 'string' && decodeCursor(cursor, 2)) || []
  return typeof at === 'number' && Number.isSafeInteger(at) && isId(id) ? { at, id } : null
}

export const chatsPageValidator = vine.create({
  limit: pageLimit({ usual: limits.chatsMax, max: limits.chatsMax, rule: 'format' }),
  characterId: custom((id) =>
    id === undefined || isId(id) ? ok(id ?? null) : invalid('format', 'characterId must be an id.')
  ),
  q: custom((q = '') =>
    typeof q === 'string' && !isLonger(q, limits.searchMax)
      ? ok(q.trim() || null)
      : invalid('format', `q must be a string of at most ${limits.searchMax} characters.`)
  ),
  cursor: custom((cursor): CheckedField<Position | null> => {
    const position = decodePosition(cursor)
    if (cursor === undefined || position) return ok(position)
    return invalid('format', 'The cursor must come from a Link header.')
  }),
  zone: custom(timeZone),
})

const places = ['before', 'after', 'around'] as const

/** A page of messages. Its fields name at most one message. */
const page = {
  before: custom((id, { parent }): CheckedField<string | undefined> => {
    const isOne = places.filter((place) => parent[place] !== undefined).length <= 1
    if (!isOne) return invalid('format', 'Use only one of before, after and around.')
    return id === undefined ? ok(id) : lookedUpId(id)
  }),
  after: custom(optional(lookedUpId)),
  around: custom(optional(lookedUpId)),
  end: isTrue,
}

/** Returns the page that a query asks for. */
export const pageOf = (query: { [Place in (typeof places)[number]]?: string } & { end: boolean }): ChatPage => {
  const kind = places.find((place) => query[place] !== undefined)
  return kind ? { kind, messageId: query[kind]! } : { kind: query.end ? 'end' : 'newest' }
}

export const chatValidator = vine.create({
  session: custom(optional(lookedUpId)),
  new: isTrue,
  ...page,
})

export const groupPageValidator = vine.create(page)

/** In a group chat, `characterId` names the character. */
export const versionValidator = vine.create({ characterId: custom((id) => ok(isId(id) ? id : null)) })

export const exportValidator = vine.create({
  format: custom((format = 'markdown') =>
    exportFormats.includes(format as ExportFormat)
      ? ok(format as ExportFormat)
      : invalid('enum', `The format must be one of ${exportFormats.join(', ')}.`)
  ),
  zone: custom(timeZone),
})

export const bookValidator = vine.create({ zone: custom(timeZone) })

const { groupMembersMin, groupMembersMax } = limits

/** Distinct ids in their order. */
const members = (sent: unknown): CheckedField<string[]> => {
  if (!isListOfIds(sent)) return invalid('type', 'The characters must be a list of their ids.')
  const ids = distinctIds(sent)
  if (ids.length >= groupMembersMin && ids.length <= groupMembersMax) return ok(ids)
  return invalid('length', `A group has ${groupMembersMin} to ${groupMembersMax} characters.`)
}

export const newGroupValidator = vine.create({ characterIds: custom(members), title: custom(orNull(title)) })

const mode = (value: unknown): CheckedField<GroupMode> =>
  groupModes.includes(value as GroupMode)
    ? ok(value as GroupMode)
    : invalid('enum', `The mode must be one of ${groupModes.join(', ')}.`)

const muted = (ids: unknown): CheckedField<string[]> =>
  isListOfIds(ids) && ids.length <= groupMembersMax
    ? ok(ids)
    : invalid('type', 'Muted characters must be a list of ids of characters in this group.')

const talkativeness = (value: unknown): CheckedField<Record<string, number>> =>
  isTalkativeness(value)
    ? ok(value)
    : invalid('range', 'Talkativeness must be numbers from 0 to 1 by ids of characters.')

const isTalkativeness = (value: unknown): value is Record<string, number> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length <= groupMembersMax &&
    entries.every(([id, share]) => isId(id) && typeof share === 'number' && share >= 0 && share <= 1)
  )
}

/** Absent fields are undefined. */
export const groupValidator = vine.create({
  mode: custom(optional(mode)),
  muted: custom(optional(muted)),
  talkativeness: custom(optional(talkativeness)),
  characterIds: custom(optional(members)),
})
