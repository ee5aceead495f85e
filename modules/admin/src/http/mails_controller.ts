import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readQuery } from '#modules/kernel/validation'
import { Outbox } from '#modules/mail/index'
import { limits, type AdminMail, type AdminMailContent } from '../../api.ts'
import { ReadMail } from '../actions/read_mail.ts'
import { answerPage } from './answer_page.ts'
import { refuse } from './refusals.ts'
import { pageValidator } from './validators.ts'

const validator = pageValidator(limits.mailsMax)

@inject()
export default class MailsController {
  constructor(
    private readonly outbox: Outbox,
    private readonly readMail: ReadMail
  ) {}

  async list(ctx: HttpContext): Promise<AdminMail[] | void> {
    const { limit = limits.mailsDefault, cursor } = await readQuery(ctx, validator)
    const page = await this.outbox.list({ limit, cursor })
    const items = page?.items.map((mail) => ({ ...mail, sentAt: mail.sentAt.toISOString() })) ?? []
    return answerPage(ctx, page && { ...page, items })
  }

  async show(ctx: HttpContext): Promise<AdminMailContent | void> {
    const mail = await this.readMail.run(ctx.auth.getUserOrFail().id, ctx.params.id)
    return mail ?? refuse(ctx, 'unknown_mail')
  }
}
