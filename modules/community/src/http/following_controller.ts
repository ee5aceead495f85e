import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { CreatorCharacters } from '#modules/gallery/index'
import { readQuery } from '#modules/kernel/validation'
import { limits, type Following } from '../../api.ts'
import { DatabaseCreatorPages } from '../database_creator_pages.ts'
import { DatabaseFollows } from '../database_follows.ts'
import { FollowLimit } from '../rate_limits.ts'
import { refuseCursor, sendPage } from './creators_controller.ts'
import { refuse } from './refusals.ts'
import { pageValidator } from './validators.ts'

/** The creators that the caller follows. */
@inject()
export default class FollowingController {
  constructor(
    private readonly follows: DatabaseFollows,
    private readonly pages: DatabaseCreatorPages,
    private readonly characters: CreatorCharacters,
    private readonly limit: FollowLimit
  ) {}

  async show(ctx: HttpContext): Promise<Following | void> {
    const viewer = ctx.auth.getUserOrFail()
    const { id } = ctx.params
    return (await this.pages.isOpen(id, viewer)) ? this.follows.state(viewer.id, id) : refuse(ctx, 'no_page')
  }

  async follow(ctx: HttpContext): Promise<Following | void> {
    const viewer = ctx.auth.getUserOrFail()
    const { id } = ctx.params
    if (id === viewer.id) return refuse(ctx, 'oneself')
    if (!(await this.pages.isOpen(id, viewer))) return refuse(ctx, 'no_page')
    const retryAfterSeconds = await this.limit.count(viewer.id)
    if (retryAfterSeconds !== null) return refuse(ctx, { kind: 'too_many', things: 'changes', retryAfterSeconds })
    const outcome = await this.follows.follow(viewer.id, id)
    return outcome === 'following' ? this.follows.state(viewer.id, id) : refuse(ctx, outcome)
  }

  /** Also for creators whose page the caller doesn't see any more. */
  async unfollow(ctx: HttpContext): Promise<Following | void> {
    const { id: userId } = ctx.auth.getUserOrFail()
    const { id } = ctx.params
    const retryAfterSeconds = await this.limit.count(userId)
    if (retryAfterSeconds !== null) return refuse(ctx, { kind: 'too_many', things: 'changes', retryAfterSeconds })
    await this.follows.unfollow(userId, id)
    return this.follows.state(userId, id)
  }

  async list(ctx: HttpContext) {
    const { limit, cursor } = await readQuery(ctx, pageValidator)
    const viewer = ctx.auth.getUserOrFail()
    const creatorIds = await this.follows.creatorsOf(viewer.id)
    const page = await this.characters.list(
      { creatorIds, withinDays: limits.newDays, withoutHidden: true, limit, cursor },
      viewer
    )
    return page ? sendPage(ctx, page) : refuseCursor(ctx)
  }
}
