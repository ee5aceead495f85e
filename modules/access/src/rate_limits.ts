import { inject } from '@adonisjs/core'
import { rateLimit } from '#modules/kernel/rate_limit'
import { tokenLimits } from '../api.ts'

/** The calls of a token. */
@inject()
export class TokenCallLimit extends rateLimit('access:calls', tokenLimits.callsPerMinute, '1 minute') {}

/** New tokens of a user. */
@inject()
export class NewTokenLimit extends rateLimit('access:new', 30, '1 hour') {}

/** New webhooks of a user. */
@inject()
export class NewWebhookLimit extends rateLimit('access:new_webhook', 30, '1 hour') {}

/** Test events, and events that a user sends again. */
@inject()
export class WebhookSendLimit extends rateLimit('access:webhook_send', 120, '1 hour') {}
