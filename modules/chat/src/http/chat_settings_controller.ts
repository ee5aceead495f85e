import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { codePoints } from '#modules/kernel/text'
import { exportFormats, limits, type ExportFormat } from '../../api.ts'
import { ChatModule } from '../chat_module.ts'
import { adultGate, invalid, noSuchChat } from './refusals.ts'

@inject()
export default class ChatSettingsController {
  constructor(private readonly chat: ChatModule) {}

  /** PUT /api/chats/{sessionId}/title */
  async title(ctx: HttpContext) {
    const { title = null } = ctx.request.body() ?? {}
    if (title !== null && typeof title !== 'string')
      return invalid(ctx, 'title', 'string', 'The title must be a string.')
    const trimmed = title?.trim() || null
    if (trimmed && codePoints(trimmed) > limits.titleMax)
      return invalid(ctx, 'title', 'maxLength', `A title has at most ${limits.titleMax} characters.`)
    const chat = await this.chat.changeChat.setTitle(ctx.auth.getUserOrFail().id, ctx.params.id, trimmed)
    return chat ? ctx.response.json(chat) : noSuchChat(ctx)
  }

  /** PUT /api/chats/{sessionId}/pins */
  async pins(ctx: HttpContext) {
    const { pins } = ctx.request.body() ?? {}
    if (!Array.isArray(pins) || !pins.every((pin) => typeof pin === 'string'))
      return invalid(ctx, 'pins', 'array', 'The pins must be a list of strings.')
    const kept = (pins as string[]).map((pin) => pin.trim()).filter(Boolean)
    if (kept.length > limits.pinsMax)
      return invalid(ctx, 'pins', 'maxLength', `A chat has at most ${limits.pinsMax} pinned facts.`)
    if (kept.some((pin) => codePoints(pin) > limits.pinMax))
      return invalid(ctx, 'pins', 'maxLength', `A pinned fact has at most ${limits.pinMax} characters.`)
    const chat = await this.chat.changeChat.setPins(ctx.auth.getUserOrFail().id, ctx.params.id, kept)
    return chat ? ctx.response.json(chat) : noSuchChat(ctx)
  }

  /** GET /api/chats/{sessionId}/context */
  async context(ctx: HttpContext) {
    const { tiers, defaultTier } = this.chat
    const { model = defaultTier } = ctx.request.qs()
    const tier = tiers.get(model)
    if (!tier) return invalid(ctx, 'model', 'enum', `The model must be one of ${[...tiers.keys()].join(', ')}.`)
    const found = await this.chat.readContext({ user: ctx.auth.getUserOrFail(), sessionId: ctx.params.id, tier })
    if (found === 'no_such_chat') return noSuchChat(ctx)
    if (found === 'adult_gate') return adultGate(ctx)
    return ctx.response.json(found)
  }

  /** GET /api/chats/{sessionId}/export */
  async export(ctx: HttpContext) {
    const { format = 'markdown' } = ctx.request.qs()
    if (!exportFormats.includes(format))
      return invalid(ctx, 'format', 'enum', `The format must be one of ${exportFormats.join(', ')}.`)
    const input = { user: ctx.auth.getUserOrFail(), sessionId: ctx.params.id as string, format: format as ExportFormat }
    const found = await this.chat.exportChat(input)
    if (found === 'no_such_chat') return noSuchChat(ctx)
    if (found === 'adult_gate') return adultGate(ctx)
    const { type, extension } = files[input.format]
    ctx.response.header('Content-Type', type)
    ctx.response.header('Content-Disposition', attachment(found.name, extension))
    return ctx.response.stream(Readable.from(found.pieces, { objectMode: false, highWaterMark: 64 * 1024 }))
  }
}

const files: Record<ExportFormat, { type: string; extension: string }> = {
  markdown: { type: 'text/markdown; charset=utf-8', extension: 'md' },
  jsonl: { type: 'application/x-ndjson; charset=utf-8', extension: 'jsonl' },
}

/** Leaves room for the extension within the 255 bytes that file systems allow. */
const fileNameBytesMax = 200

const firstBytes = (text: string, bytesMax: number): string => {
  let bytes = 0
  return [...text].filter((character) => (bytes += Buffer.byteLength(character)) <= bytesMax).join('')
}

/** A `Content-Disposition` by RFC 6266, with an ASCII fallback. Titles are untrusted: no paths and no hidden files. */
const attachment = (title: string, extension: string) => {
  const safe = title.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, ' ').replace(/^[\s.]+|[\s.]+$/g, '')
  const name = `${firstBytes(safe, fileNameBytesMax) || 'chat'}.${extension}`
  const fallback = name.replace(/[^\x20-\x7e]+/g, '_').replace(/%/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`
}
