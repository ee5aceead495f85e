import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink } from '#modules/kernel/pages'
import { readBody, readQuery } from '#modules/kernel/validation'
import type { MarkedRead, Notification } from '../../api.ts'
import { MarkRead } from '../actions/mark_read.ts'
import { ListNotificationsQuery } from '../queries/list_notifications_query.ts'
import { refuse } from './refusals.ts'
import { pageValidator, readAllValidator } from './validators.ts'

@inject()
export default class NotificationsController {
  constructor(
    private readonly listNotifications: ListNotificationsQuery,
    private readonly markRead: MarkRead
  ) {}

  async list(ctx: HttpContext): Promise<Notification[]> {
    const { limit, cursor: after } = await readQuery(ctx, pageValidator)
    const page = await this.listNotifications.run(ctx.auth.getUserOrFail(), { limit, after })
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }

  async read(ctx: HttpContext): Promise<MarkedRead | void> {
    return (await this.markRead.one(ctx.auth.getUserOrFail().id, ctx.params.id)) ?? refuse(ctx, 'unknown')
  }

  async readRepliesOfChat(ctx: HttpContext): Promise<MarkedRead> {
    return this.markRead.repliesOf(ctx.auth.getUserOrFail().id, ctx.params.id)
  }

  async readAll(ctx: HttpContext): Promise<MarkedRead> {
    const { upTo } = await readBody(ctx, readAllValidator)
    return this.markRead.all(ctx.auth.getUserOrFail().id, upTo)
  }
}
