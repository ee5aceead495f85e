import vine from '@vinejs/vine'
import { isId } from '#modules/kernel/ids'
import { ok } from '#modules/kernel/result'
import { custom, type CheckedField } from '#modules/kernel/validation'
import { groupModes, type GroupMode } from '../api.ts'
import { limits } from '../limits.ts'
import type { ChatPage } from '../sessions/index.ts'
import { distinctIds, invalid, isListOfIds, lookedUpId, optional, orNull, title } from './fields.ts'

const isTrue = custom((value) => ok(value === 'true'))

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
