/** The calls of API tokens and webhooks. */
import type { ById, Call, Done } from '#modules/kernel/calls'
import type {
  ApiToken,
  CreatedApiToken,
  CreatedWebhook,
  NewApiToken,
  NewWebhook,
  NewWebhookSecret,
  Webhook,
  WebhookChange,
  WebhookDelivery,
} from './api.ts'

export const listApiTokens: Call<ApiToken[]> = 'GET /api/tokens'
/** Asks for a recent proof. */
export const createApiToken: Call<CreatedApiToken, { body: NewApiToken }> = 'POST /api/tokens'
export const revokeApiToken: Call<Done, ById> = 'DELETE /api/tokens/:id'

/** The caller's webhooks, oldest first. */
export const listWebhooks: Call<Webhook[]> = 'GET /api/outgoing-webhooks'
/**
 * Adds an address that is told of events. Its secret is never shown again. Asks for a recent proof. 403 `forbidden` for events of the instance,
 * except for admins; 409 `too_many_webhooks` over 10; 422 for an address that isn't public; 30 an hour.
 */
export const createWebhook: Call<CreatedWebhook, { body: NewWebhook }> = 'POST /api/outgoing-webhooks'
/** Changes the given fields. Another address asks for a recent proof. */
export const changeWebhook: Call<Webhook, ById & { body: WebhookChange }> = 'PUT /api/outgoing-webhooks/:id'
export const deleteWebhook: Call<Done, ById> = 'DELETE /api/outgoing-webhooks/:id'
/** Makes another secret. Events are also signed with the one before for 24 hours. Asks for a recent proof. */
export const rotateWebhookSecret: Call<NewWebhookSecret, ById> = 'POST /api/outgoing-webhooks/:id/secret'
/** The events of the last 30 days, newest first. `limit` 1 to 100. */
export const listDeliveries: Call<
  WebhookDelivery[],
  ById & { query: { limit?: number; cursor?: string | undefined } }
> = 'GET /api/outgoing-webhooks/:id/deliveries'
/** Sends a test event. 404 while the webhook is off; 120 an hour, together with events that are sent again. */
export const pingWebhook: Call<WebhookDelivery, ById> = 'POST /api/outgoing-webhooks/:id/ping'
/** Sends an event again, with the same id. 404 while it waits or the webhook is off. */
export const replayDelivery: Call<WebhookDelivery, { params: { id: string; deliveryId: string } }> =
  'POST /api/outgoing-webhooks/:id/deliveries/:deliveryId/replay'
