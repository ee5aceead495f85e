import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody, readQuery } from '#modules/kernel/validation'
import { GroupChats } from '../sessions/index.ts'
import { groupPageValidator, groupValidator, newGroupValidator, pageOf } from './chat_validators.ts'
import { refuse } from './refusals.ts'

/** Chats with several characters. */
@inject()
export default class GroupsController {
  constructor(private readonly groups: GroupChats) {}

  /** POST /api/group-chats */
  async store(ctx: HttpContext) {
    const wanted = await readBody(ctx, newGroupValidator)
    const group = await this.groups.create({ user: ctx.auth.getUserOrFail(), ...wanted })
    if (typeof group === 'string') return refuse(ctx, group === 'too_many' ? 'too_many_groups' : group)
    if ('waitSeconds' in group) return refuse(ctx, { kind: 'too_many_chats', retryAfterSeconds: group.waitSeconds })
    return ctx.response.status(201).json(group)
  }

  /** GET /api/group-chats/{sessionId} */
  async show(ctx: HttpContext) {
    const page = pageOf(await readQuery(ctx, groupPageValidator))
    const group = await this.groups.open({ user: ctx.auth.getUserOrFail(), sessionId: ctx.params.id, page })
    return typeof group === 'string' ? refuse(ctx, group) : ctx.response.json(group)
  }

  /** PUT /api/group-chats/{sessionId} */
  async update(ctx: HttpContext) {
    const { muted: mutedIds, ...change } = await readBody(ctx, groupValidator)
    const user = ctx.auth.getUserOrFail()
    const outcome = await this.groups.change({ user, sessionId: ctx.params.id, mutedIds, ...change })
    if (outcome === 'changed') return ctx.response.json({ message: 'Group chat updated' })
    return refuse(ctx, outcome === 'too_many' ? 'too_many_members' : outcome)
  }
}
