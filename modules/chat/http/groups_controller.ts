import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import { codePoints, trimmed } from '#modules/kernel/text'
import { groupModes, limits } from '../api.ts'
import { GroupChats } from '../sessions/index.ts'
import { readPage } from './read_page.ts'
import { adultGate, invalid, noSuchChat, tooManyChats } from './refusals.ts'

/** Chats with several characters. */
@inject()
export default class GroupsController {
  constructor(private readonly groups: GroupChats) {}

  /** POST /api/group-chats */
  async store(ctx: HttpContext) {
    const { characterIds, title = null } = ctx.request.body() ?? {}
    const ids = readCharacterIds(ctx, characterIds)
    if (!ids) return
    if (title !== null && typeof title !== 'string')
      return invalid(ctx, 'title', 'string', 'The title must be a string.')
    const kept = trimmed(title ?? '') || null
    if (kept && codePoints(kept) > limits.titleMax)
      return invalid(ctx, 'title', 'maxLength', `A title has at most ${limits.titleMax} characters.`)
    const group = await this.groups.create({
      user: ctx.auth.getUserOrFail(),
      characterIds: ids,
      title: kept,
    })
    if (typeof group === 'object' && 'waitSeconds' in group) return tooManyChats(ctx, group.waitSeconds)
    switch (group) {
      case 'unknown_character':
        return problem(ctx, 404, 'not_found', 'Character not found')
      case 'adult_gate':
        return adultGate(ctx)
      case 'too_many':
        return invalid(
          ctx,
          'characterIds',
          'groups',
          `You have ${limits.groupsMax} group chats. Delete one before you start another.`
        )
      default:
        return ctx.response.status(201).json(group)
    }
  }

  /** GET /api/group-chats/{sessionId} */
  async show(ctx: HttpContext) {
    const { before, after, around, end } = ctx.request.qs()
    const page = readPage({ before, after, around }, end === 'true')
    if (page === 'several_places') return invalid(ctx, 'before', 'format', 'Use only one of before, after and around.')
    if (page === 'no_such_message') return noSuchChat(ctx)
    const group = await this.groups.open({
      user: ctx.auth.getUserOrFail(),
      sessionId: ctx.params.id,
      page,
    })
    if (group === 'no_such_chat') return noSuchChat(ctx)
    return group === 'adult_gate' ? adultGate(ctx) : ctx.response.json(group)
  }

  /** PUT /api/group-chats/{sessionId} */
  async update(ctx: HttpContext) {
    const { mode, characterIds, muted, talkativeness } = ctx.request.body() ?? {}
    if (mode !== undefined && !groupModes.includes(mode))
      return invalid(ctx, 'mode', 'enum', `The mode must be one of ${groupModes.join(', ')}.`)
    if (muted !== undefined && (!isListOfIds(muted) || muted.length > limits.groupMembersMax))
      return invalid(ctx, 'muted', 'type', 'Muted characters must be a list of ids of characters in this group.')
    if (talkativeness !== undefined && !isTalkativeness(talkativeness))
      return invalid(ctx, 'talkativeness', 'range', 'Talkativeness must be numbers from 0 to 1 by ids of characters.')
    const ids = characterIds === undefined ? undefined : readCharacterIds(ctx, characterIds)
    if (ids === null) return
    const outcome = await this.groups.change({
      user: ctx.auth.getUserOrFail(),
      sessionId: ctx.params.id,
      mode,
      characterIds: ids,
      mutedIds: muted,
      talkativeness,
    })
    switch (outcome) {
      case 'no_such_chat':
        return noSuchChat(ctx)
      case 'unknown_character':
        return problem(ctx, 404, 'not_found', 'Character not found')
      case 'adult_gate':
        return adultGate(ctx)
      case 'too_many':
        return invalid(
          ctx,
          'characterIds',
          'members',
          `This group has had ${limits.groupMembersEverMax} characters. Start another group for more.`
        )
      default:
        return ctx.response.json({ message: 'Group chat updated' })
    }
  }
}

/** Returns distinct ids of characters in their order. Answers the request and returns null if they are no group. */
const readCharacterIds = (ctx: HttpContext, value: unknown): string[] | null => {
  if (!isListOfIds(value)) {
    invalid(ctx, 'characterIds', 'type', 'The characters must be a list of their ids.')
    return null
  }
  const ids = [...new Set(value.map((id) => id.toLowerCase()))]
  if (ids.length >= limits.groupMembersMin && ids.length <= limits.groupMembersMax) return ids
  const { groupMembersMin: min, groupMembersMax: max } = limits
  invalid(ctx, 'characterIds', 'length', `A group has ${min} to ${max} characters.`)
  return null
}

const isTalkativeness = (value: unknown): value is Record<string, number> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length <= limits.groupMembersMax &&
    entries.every(([id, share]) => isId(id) && typeof share === 'number' && share >= 0 && share <= 1)
  )
}

const isListOfIds = (value: unknown): value is string[] => Array.isArray(value) && value.every(isId)
