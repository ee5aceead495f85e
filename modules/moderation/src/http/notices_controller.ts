import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { Done } from '#modules/kernel/calls'
import { readBody } from '#modules/kernel/validation'
import { ConfirmNotice } from '../actions/confirm_notice.ts'
import { SendNotice } from '../actions/send_notice.ts'
import { NoticeLinks } from '../notices/notice_links.ts'
import { refuse } from './refusals.ts'
import { confirmationValidator, noticeValidator } from './validators.ts'

/** The public form, for people without an account. */
@inject()
export default class NoticesController {
  constructor(
    private readonly sendNotice: SendNotice,
    private readonly confirmNotice: ConfirmNotice,
    private readonly links: NoticeLinks
  ) {}

  async create(ctx: HttpContext): Promise<Done | void> {
    const sent = await this.sendNotice.run(await readBody(ctx, noticeValidator), ctx.request.ip())
    if (!sent.ok) return refuse(ctx, sent.failure)
    ctx.response.status(201)
    return { message: 'Please open the link in the mail that we have sent you.' }
  }

  async confirm(ctx: HttpContext): Promise<Done | void> {
    const { token } = await readBody(ctx, confirmationValidator)
    const id = this.links.read(token)
    if (id === null || !(await this.confirmNotice.run(id))) return refuse(ctx, 'unknown_notice')
    return { message: 'Thank you. We answer by mail.' }
  }
}
