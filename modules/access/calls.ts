/** The calls of API tokens and webhooks, and those that are compatible with OpenAI’s, for tokens alone. */
import type { ById, Call, Done, Page } from '#modules/kernel/calls'
import type {
  ApiToken,
  Completion,
  CompletionRequest,
  CreatedApiToken,
  CreatedWebhook,
  ModelInfo,
  ModelList,
  NewApiToken,
  NewWebhook,
  NewWebhookSecret,
  Webhook,
  WebhookChange,
  WebhookDelivery,
} from './api.ts'

/** The caller's tokens, newest first. See [Tokens](#tokens). */
export const listApiTokens: Call<ApiToken[]> = 'GET /api/tokens'
/**
 * Makes a token. `value` is never shown again. 403 `proof_needed`. 409 `too_many_tokens`. 30 an hour.
 * @answers 201
 */
export const createApiToken: Call<CreatedApiToken, { body: NewApiToken }> = 'POST /api/tokens'
/** Revokes a token, which no longer works. */
export const revokeApiToken: Call<Done, ById> = 'DELETE /api/tokens/:id'

/** The caller's webhooks, oldest first. */
export const listWebhooks: Call<Webhook[]> = 'GET /api/outgoing-webhooks'
/**
 * Adds an address that is told of events. Its secret is never shown again. Asks for a recent proof. 403 `forbidden` for events of the instance,
 * except for admins; 409 `too_many_webhooks` over 10; 422 for an address that isn't public; 30 an hour. See [Webhooks](#webhooks).
 * @answers 201
 */
export const createWebhook: Call<CreatedWebhook, { body: NewWebhook }> = 'POST /api/outgoing-webhooks'
/** Changes the given fields. Another address asks for a recent proof. */
export const changeWebhook: Call<Webhook, ById & { body: WebhookChange }> = 'PUT /api/outgoing-webhooks/:id'
/** Deletes a webhook and the list of its events. */
export const deleteWebhook: Call<Done, ById> = 'DELETE /api/outgoing-webhooks/:id'
/** Makes another secret. Events are also signed with the one before for 24 hours. Asks for a recent proof. */
export const rotateWebhookSecret: Call<NewWebhookSecret, ById> = 'POST /api/outgoing-webhooks/:id/secret'
/** The events of the last 30 days, newest first. `limit` 1 to 100. */
export const listDeliveries: Call<WebhookDelivery[], ById & { query?: Page }> =
  'GET /api/outgoing-webhooks/:id/deliveries'
/** Sends a test event. 404 while the webhook is off; 120 an hour, together with events that are sent again. */
export const pingWebhook: Call<WebhookDelivery, ById> = 'POST /api/outgoing-webhooks/:id/ping'
/** Sends an event again, with the same id. 404 while it waits or the webhook is off. */
export const replayDelivery: Call<WebhookDelivery, { params: { id: string; deliveryId: string } }> =
  'POST /api/outgoing-webhooks/:id/deliveries/:deliveryId/replay'

/** Lists the tiers, then the caller’s own characters and those of their newest chats, at most 200. Other characters can be named, too. */
export const listNamedModels: Call<ModelList> = 'GET /v1/models'
/** Finds a model: any character that the caller can see, or a tier. 404 `model_not_found`. */
export const findNamedModel: Call<ModelInfo, { params: { model: string } }> = 'GET /v1/models/:model'
/**
 * Answers messages as a character or an assistant, in OpenAI’s shape, and charges a reply. With `stream`, sends chunks as server-sent events. An
 * `Idempotency-Key` makes a repeated request get the same answer for 24 hours. 402 `insufficient_quota`, 404 `model_not_found`.
 * @answers 200
 * @answers 200 text/event-stream
 */
export const completeChat: Call<Completion, { body: CompletionRequest }> = 'POST /v1/chat/completions'

/**
 * The Model Context Protocol over streamable HTTP, without sessions: one JSON-RPC message, answered as an event stream. Its tools list characters, talk
 * to one for the price of a reply, and search chats. See [build on it](build_on_it.md).
 * @answers 200 text/event-stream
 * @answers 202
 */
export const answerMcp: Call<never, { body: object }> = 'POST /mcp'
/**
 * Always 405: the server sends nothing by itself.
 * @answers 405 application/json
 */
export const openMcpStream: Call<never> = 'GET /mcp'
