import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { attachment } from '#modules/kernel/attachment'
import { readQuery } from '#modules/kernel/validation'
import type { CardFormat } from '../../api.ts'
import { ExportCard } from '../exports/export_card.ts'
import { ExportOwnCards } from '../exports/export_own_cards.ts'
import { ArchiveExportLimit, CardExportLimit } from './file_limits.ts'
import { refuseCardExport } from './refusals.ts'
import { sendAs } from './send_as.ts'
import { cardExportValidator } from './validators.ts'

const contentTypes: Record<CardFormat, string> = {
  png: 'image/png',
  charx: 'application/zip',
  json: 'application/json; charset=utf-8',
}

@inject()
export default class CardExportsController {
  constructor(
    private readonly exportCard: ExportCard,
    private readonly exportOwnCards: ExportOwnCards,
    private readonly cardLimit: CardExportLimit,
    private readonly archiveLimit: ArchiveExportLimit
  ) {}

  /** GET /api/characters/{id}/card */
  async show(ctx: HttpContext) {
    const input = await readQuery(ctx, cardExportValidator)
    const user = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.cardLimit.count(user.id)
    if (retryAfterSeconds !== null) return refuseCardExport(ctx, { kind: 'too_many', retryAfterSeconds })
    const card = await this.exportCard.run(ctx.params.id, user, input)
    if (!card.ok) return refuseCardExport(ctx, card.failure)
    const { name, body } = card.value
    sendAs(ctx, contentTypes[input.format], attachment(name, input.format, 'character'))
    return body instanceof Readable ? ctx.response.stream(body) : ctx.response.send(Buffer.from(body))
  }

  /** GET /api/characters/{id}/original */
  async original(ctx: HttpContext) {
    const user = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.cardLimit.count(user.id)
    if (retryAfterSeconds !== null) return refuseCardExport(ctx, { kind: 'too_many', retryAfterSeconds })
    const original = await this.exportCard.original(ctx.params.id, user.id)
    if (!original.ok) return refuseCardExport(ctx, original.failure)
    const { fileName, fileFormat, bytes, body } = original.value
    const [, base, extension] = /^(.+)\.([a-z0-9]{1,8})$/i.exec(fileName) ?? [null, fileName, fileFormat]
    sendAs(ctx, 'application/octet-stream', attachment(base!, extension!, 'character'))
    ctx.response.header('Content-Length', String(bytes))
    return ctx.response.stream(body)
  }

  /** GET /api/cards/export */
  async index(ctx: HttpContext) {
    const user = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.archiveLimit.count(user.id)
    if (retryAfterSeconds !== null) return refuseCardExport(ctx, { kind: 'too_many', retryAfterSeconds })
    const archive = this.exportOwnCards.run(user.id)
    if (!archive.ok) {
      await this.archiveLimit.uncount(user.id)
      return refuseCardExport(ctx, archive.failure)
    }
    sendAs(ctx, 'application/zip', attachment(`cards-${new Date().toISOString().slice(0, 10)}`, 'zip', 'cards'))
    return ctx.response.stream(archive.value)
  }
}
