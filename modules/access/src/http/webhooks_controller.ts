import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { isProven } from '#modules/accounts/index'
import type { Done } from '#modules/kernel/calls'
import { isId } from '#modules/kernel/ids'
import { Outbound } from '#modules/kernel/outbound/outbound'
import { decodeCursor, nextPageLink } from '#modules/kernel/pages'
import { maxCharacters, pageCursor, pageLimit, readBody, readQuery, withMessages } from '#modules/kernel/validation'
import {
  ownWebhookEvents,
  webhookEvents,
  webhookLimits,
  type CreatedWebhook,
  type NewWebhookSecret,
  type Webhook,
  type WebhookDelivery,
} from '../../api.ts'
import { NewWebhookLimit, WebhookSendLimit } from '../rate_limits.ts'
import { Deliveries } from '../webhooks/deliveries.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { refuseWebhook } from './webhook_refusals.ts'

const { urlMax } = webhookLimits
const url = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .use(maxCharacters({ max: urlMax, message: `An address may have ${urlMax} characters at most.` }))
const events = () => vine.array(vine.enum(webhookEvents)).distinct().minLength(1).maxLength(webhookEvents.length)
const messages = {
  'url.required': 'Enter an address.',
  'url.minLength': 'Enter an address.',
  'events.required': 'Choose at least one event.',
  'events.minLength': 'Choose at least one event.',
}

const decodePosition = (cursor: string): string | null => {
  const [of, id] = decodeCursor(cursor, 2) ?? []
  return of === 'delivery' && isId(id) ? id : null
}

/** The caller's own webhooks, and as an admin those of the instance that the caller made. */
@inject()
export default class WebhooksController {
  static readonly newWebhookValidator = withMessages(
    vine.create({ url: url(), events: events(), ofInstance: vine.boolean({ strict: true }) }),
    messages
  )
  static readonly changeValidator = withMessages(
    vine.create({
      url: url().optional(),
      events: events().optional(),
      isOn: vine.boolean({ strict: true }).optional(),
    }),
    messages
  )
  static readonly pageValidator = vine.create({
    limit: pageLimit({ usual: webhookLimits.deliveriesPerPage, max: 100 }),
    cursor: pageCursor(decodePosition),
  })

  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: Deliveries,
    private readonly outbound: Outbound,
    private readonly newLimit: NewWebhookLimit,
    private readonly sendLimit: WebhookSendLimit
  ) {}

  async list({ auth }: HttpContext): Promise<Webhook[]> {
    return this.webhooks.list(auth.getUserOrFail().id)
  }

  async create(ctx: HttpContext): Promise<CreatedWebhook | void> {
    const body = await readBody(ctx, WebhooksController.newWebhookValidator)
    const { id, isAdmin } = ctx.auth.getUserOrFail()
    if (body.ofInstance && !isAdmin) return refuseWebhook(ctx, 'admins_only')
    if (!body.ofInstance && !areOwn(body.events)) return refuseWebhook(ctx, 'admins_only')
    if (!this.outbound.mayAsk(body.url)) return refuseWebhook(ctx, 'closed_address')
    if (!(await isProven(ctx))) return refuseWebhook(ctx, 'unproven')
    const retryAfterSeconds = await this.newLimit.count(id)
    if (retryAfterSeconds !== null) return refuseWebhook(ctx, { kind: 'too_many', retryAfterSeconds })
    const created = await this.webhooks.create(id, body)
    if (!created.ok) return refuseWebhook(ctx, 'too_many_webhooks')
    ctx.response.status(201)
    return created.value
  }

  async change(ctx: HttpContext): Promise<Webhook | void> {
    const body = await readBody(ctx, WebhooksController.changeValidator)
    const { id: userId } = ctx.auth.getUserOrFail()
    const webhook = await this.webhooks.find(userId, ctx.params.id)
    if (!webhook) return refuseWebhook(ctx, 'no_such_webhook')
    if (body.events && !webhook.ofInstance && !areOwn(body.events)) return refuseWebhook(ctx, 'admins_only')
    if (body.url !== undefined && !this.outbound.mayAsk(body.url)) return refuseWebhook(ctx, 'closed_address')
    if (body.url !== undefined && !(await isProven(ctx))) return refuseWebhook(ctx, 'unproven')
    return (await this.webhooks.change(userId, webhook.id, body)) ?? refuseWebhook(ctx, 'no_such_webhook')
  }

  async rotate(ctx: HttpContext): Promise<NewWebhookSecret | void> {
    if (!(await isProven(ctx))) return refuseWebhook(ctx, 'unproven')
    const rotated = await this.webhooks.rotate(ctx.auth.getUserOrFail().id, ctx.params.id)
    return rotated ?? refuseWebhook(ctx, 'no_such_webhook')
  }

  async remove(ctx: HttpContext): Promise<Done | void> {
    const isGone = await this.webhooks.remove(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isGone ? { message: 'The webhook is gone.' } : refuseWebhook(ctx, 'no_such_webhook')
  }

  async listDeliveries(ctx: HttpContext): Promise<WebhookDelivery[] | void> {
    const { limit, cursor: after } = await readQuery(ctx, WebhooksController.pageValidator)
    const { id } = ctx.auth.getUserOrFail()
    if (!(await this.webhooks.find(id, ctx.params.id))) return refuseWebhook(ctx, 'no_such_webhook')
    const page = await this.deliveries.list(id, ctx.params.id, after, limit)
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }

  async ping(ctx: HttpContext): Promise<WebhookDelivery | void> {
    return this.#send(ctx, (userId) => this.deliveries.ping(userId, ctx.params.id))
  }

  async replay(ctx: HttpContext): Promise<WebhookDelivery | void> {
    return this.#send(ctx, (userId) => this.deliveries.replay(userId, ctx.params.id, ctx.params.deliveryId))
  }

  async #send(ctx: HttpContext, queue: (userId: string) => Promise<WebhookDelivery | null>) {
    const { id } = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.sendLimit.count(id)
    if (retryAfterSeconds !== null) return refuseWebhook(ctx, { kind: 'too_many', retryAfterSeconds })
    return (await queue(id)) ?? refuseWebhook(ctx, 'nothing_to_send')
  }
}

const areOwn = (events: readonly string[]) => events.every((event) => ownWebhookEvents.some((own) => own === event))
