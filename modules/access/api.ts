/** Wire types and limits of API tokens, also for the browser. */

/** The things that a token may do. Each call that tokens may send needs one of these (`apps/server/src/access.ts`). */
export const tokenScopes = ['read', 'chats', 'characters', 'models'] as const
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

/** Limits of requests to models. */
export const modelLimits = {
  messagesMax: 200,
  /** Characters of the last message. Earlier ones are cut to what the model's prompt can hold. */
  contentMax: 32_000,
  /** Characters of all messages of the roles `system` and `developer`. */
  systemMax: 32_000,
  stopsMax: 4,
  stopMax: 100,
  /** Characters of an idempotency key. */
  keyMax: 255,
  /** How long a repeated request with the same key gets the same answer. */
  keyHours: 24,
  /** Characters in the list of models, besides the tiers. */
  listedMax: 200,
} as const

/** Limits of the tools of `/mcp`. */
export const mcpLimits = {
  charactersPage: 20,
  /** Characters of a description in a list. */
  descriptionMax: 300,
  /** Characters of a search, and of a list of tags. */
  queryMax: 100,
  tagsMax: 10,
  tagMax: 40,
  cursorMax: 500,
} as const

/** A model in the shape of OpenAI, with the name that users see. */
export interface ModelInfo {
  id: string
  object: 'model'
  /** In seconds since 1970. 0 for a tier. */
  created: number
  owned_by: string
  name: string
}

export interface ModelList {
  object: 'list'
  data: ModelInfo[]
}

/** The body of a request, as far as it has an effect. All other fields of OpenAI’s are ignored. */
export interface CompletionRequest {
  /** `character:{id}`, `character:{id}@{tier}`, or the id or name of a tier. */
  model: string
  messages: {
    role: 'system' | 'developer' | 'user' | 'assistant'
    content: string | { type: 'text'; text: string }[] | null
  }[]
  stream?: boolean | null
  stream_options?: CompletionStreamOptions | null
  n?: number | null
  stop?: string | string[] | null
  max_tokens?: number | null
  max_completion_tokens?: number | null
  temperature?: number | null
  top_p?: number | null
  min_p?: number | null
  top_k?: number | null
  repetition_penalty?: number | null
  presence_penalty?: number | null
  frequency_penalty?: number | null
  seed?: number | null
  metadata?: CompletionMetadata | null
}

export interface CompletionStreamOptions {
  include_usage?: boolean | null
}

export interface CompletionMetadata {
  /** The id of a chat of the caller with the character, which goes on with the last message. */
  session?: string | null
}

/** The answer to a request without `stream`. */
export interface Completion {
  id: string
  object: 'chat.completion'
  created: number
  model: string
  choices: {
    index: number
    message: { role: 'assistant'; content: string; refusal: null }
    finish_reason: 'stop' | 'length' | 'content_filter'
    logprobs: null
  }[]
  /** Missing when unknown. */
  usage?: CompletionUsage
}

export interface CompletionUsage {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
}
