/** Wire types and limits of API tokens, also for the browser. */

/** The things that a token may do. Each call that tokens may send needs one of these (`apps/server/src/access.ts`). */
export const tokenScopes = ['read', 'chats', 'characters'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** After how many days a token may expire. */
export const tokenDays = [30, 90, 365] as const
export type TokenDays = (typeof tokenDays)[number]

export const tokenLimits = {
  /** Characters of a token's name. */
  nameMax: 60,
  /** Tokens of a user. */
  tokensMax: 20,
  /** Calls of a token in a minute. */
  callsPerMinute: 300,
} as const

export interface ApiToken {
  id: string
  name: string
  scopes: TokenScope[]
  createdAt: string
  /** Updated at most once a minute. Null until the token is used. */
  lastUsedAt: string | null
  /** Null for a token that is valid until it is revoked. */
  expiresAt: string | null
}

export interface NewApiToken {
  name: string
  scopes: TokenScope[]
  /** Null for a token that is valid until it is revoked. */
  days: TokenDays | null
}

export interface CreatedApiToken {
  token: ApiToken
  /** The token itself, which is never shown again. */
  value: string
}

/** The events of a user's own things, of which a webhook may be told. */
export const ownWebhookEvents = [
  'reply.finished',
  'chat.created',
  'character.published',
  'comment.created',
  'payment.completed',
] as const
/** The events of an instance, for admins. Those above are then the events of all users. */
export const webhookEvents = [...ownWebhookEvents, 'report.created', 'user.created'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** `ping` is sent on request only. */
export type WebhookEventType = WebhookEvent | 'ping'

export const webhookLimits = {
  webhooksMax: 10,
  urlMax: 500,
  /** Events of a webhook that wait to be sent. Further ones are dropped. */
  waitingMax: 1_000,
  /** How long deliveries are listed. */
  keptDays: 30,
  deliveriesPerPage: 30,
  /** How long the secret before the present one signs, too. */
  earlierSecretHours: 24,
} as const

/** Why a webhook is off: its user's choice, the answer 410, or a day of failures. */
export type WebhookOff = 'owner' | 'gone' | 'failing'

export interface Webhook {
  id: string
  url: string
  events: WebhookEvent[]
  /** Whether it is told of the events of all users. */
  ofInstance: boolean
  createdAt: string
  /** The first failure since the last success. */
  failingSince: string | null
  /** Null while it is on. */
  offBecause: WebhookOff | null
}

export interface NewWebhook {
  url: string
  events: WebhookEvent[]
  ofInstance: boolean
}

export interface CreatedWebhook {
  webhook: Webhook
  /** The key of its signatures, which is never shown again. */
  secret: string
}

export interface WebhookChange {
  url?: string
  events?: WebhookEvent[]
  isOn?: boolean
}

export interface NewWebhookSecret {
  secret: string
  /** Until then, events are also signed with the secret before. */
  earlierUntil: string
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed'
/** Why the last attempt failed, where no status tells. */
export type DeliveryProblem = 'refused' | 'unreachable' | 'timed_out' | 'too_large' | 'lost_secret' | 'off'

/** An event that was sent to a webhook, or waits for it. */
export interface WebhookDelivery {
  id: string
  type: WebhookEventType
  createdAt: string
  state: DeliveryState
  attempts: number
  /** The time of the last attempt. */
  triedAt: string | null
  /** The status of the last answer. */
  status: number | null
  problem: DeliveryProblem | null
}
