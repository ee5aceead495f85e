import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Accounts } from '../../index.ts'
import { ExportPace } from '../exports/export_pace.ts'
import { refuse } from './refusals.ts'

@inject()
export default class ExportController {
  constructor(
    private readonly accounts: Accounts,
    private readonly pace: ExportPace
  ) {}

  async show(ctx: HttpContext) {
    const user = ctx.auth.getUserOrFail()
    const waitSeconds = await this.pace.count(user.id)
    if (waitSeconds !== null) {
      const reason = 'You have exported your data several times already.'
      return refuse(ctx, { kind: 'too_many', retryAfterSeconds: waitSeconds, reason })
    }
    const name = `account-export-${new Date().toISOString().slice(0, 10)}.json`
    ctx.response.header('Content-Type', 'application/json; charset=utf-8')
    ctx.response.header('Content-Disposition', `attachment; filename="${name}"`)
    const pieces = this.accounts.exportSections.write(user)
    return ctx.response.stream(Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 }))
  }
}
