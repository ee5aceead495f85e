import type { CurrentUser } from '#modules/accounts/index'
import { visibilityOf, type CharacterSheet } from '#modules/gallery/index'
import { newId } from '#modules/kernel/ids'
import type { ModelProvider } from '#plugins/contract/model'
import { limits } from '../../api.ts'
import { openingOf, openSession } from '../chats/open_session.ts'
import { buildPrompt } from '../prompt/build_prompt.ts'
import { beginReply } from './begin_reply.ts'
import type { LiveReply } from './live_reply.ts'
import { loadSendContext, toSaid, type SendContext } from './load_send_context.ts'
import { toMessage } from './message_row.ts'
import type { ReplyContext } from './reply_context.ts'
import { frame } from './reply_events.ts'
import { runReply } from './run_reply.ts'

export interface Tier {
  id: string
  name: string
  /** Rubies per reply. */
  cost: number
  description: string
  provider: ModelProvider
  model: string
  contextTokens: number
  outputTokensMax: number
  temperature: number
  stop: string[]
}

export interface SendMessageInput {
  user: CurrentUser
  characterId: string
  sessionId: string | null
  content: string
  tier: Tier
  clientMessageId: string | null
}

export type SendMessageOutcome =
  | { kind: 'started'; live: LiveReply }
  /** The same key again: the reply is under way, here or elsewhere, or was written already. */
  | { kind: 'known'; replyId: string }
  | { kind: 'no_such_chat' }
  | { kind: 'adult_gate' }
  | { kind: 'busy' }
  | { kind: 'other_content' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'insufficient_rubies' }
  | { kind: 'stopping' }

/** Saves what the user said, holds the rubies, and starts the reply, which from then on runs by itself. */
export class SendMessage {
  readonly #context: ReplyContext
  readonly #limitsEnabled: boolean
  /** True from the moment the process is about to stop. */
  closed = false

  constructor(context: ReplyContext, options: { limitsEnabled: boolean }) {
    this.#context = context
    this.#limitsEnabled = options.limitsEnabled
  }

  async handle(input: SendMessageInput): Promise<SendMessageOutcome> {
    if (this.closed) return { kind: 'stopping' }
    const { user } = input
    const known = await this.#load(input)
    const { sheet } = known
    if (!sheet) return { kind: 'no_such_chat' }
    const visibility = visibilityOf(sheet, user)
    if (visibility === 'hidden') return { kind: 'no_such_chat' }
    if (visibility === 'adult_gate') return { kind: 'adult_gate' }
    const refusal = this.#refusal(input, known)
    if (refusal) return refusal

    const sessionId =
      known.session_id ??
      (input.sessionId || known.said_id
        ? null
        : await openSession(this.#context.db, user.id, sheet.id, openingOf(sheet)))
    if (!sessionId) return { kind: 'no_such_chat' }
    return this.#begin(input, sheet, known, sessionId)
  }

  #load({ user, characterId, sessionId, clientMessageId, tier }: SendMessageInput) {
    return loadSendContext(this.#context.db.connection(), {
      userId: user.id,
      characterId,
      sessionId,
      clientMessageId,
      historyCharacters: tier.contextTokens * 4,
      repliesPerMinute: limits.repliesPerMinute,
    })
  }

  /** What the caller's key, and the pace of the last minute, have to say before anything is written. */
  #refusal({ content, sessionId, clientMessageId }: SendMessageInput, known: SendContext): SendMessageOutcome | null {
    if (known.said_id && clientMessageId) {
      if (known.said_content !== content || (sessionId && sessionId !== known.said_session_id))
        return { kind: 'other_content' }
      // It was said to another character, or in a chat that is deleted.
      if (!known.session_id) return { kind: 'no_such_chat' }
      const isAnswered = known.reply_state === 'running' || known.reply_state === 'written'
      const wasStopped = known.reply_state === 'stopped'
      if (known.reply_id && (isAnswered || wasStopped)) return { kind: 'known', replyId: known.reply_id }
    }
    if (this.#limitsEnabled && known.retry_after !== null)
      return { kind: 'too_many', retryAfterSeconds: Math.max(1, known.retry_after) }
    return null
  }

  /** What stood in the way may be a twin of this request that was faster: then its reply is ours, however it went. */
  async #joinTwin(input: SendMessageInput, before: SendContext): Promise<SendMessageOutcome> {
    const known = input.clientMessageId ? await this.#load(input) : null
    if (!known?.session_id || !known.reply_id || known.reply_id === before.reply_id) {
      return { kind: known && !known.session_id ? 'no_such_chat' : 'busy' }
    }
    if (known.said_content !== input.content) return { kind: 'other_content' }
    return { kind: 'known', replyId: known.reply_id }
  }

  async #begin(
    input: SendMessageInput,
    sheet: CharacterSheet,
    known: SendContext,
    sessionId: string
  ): Promise<SendMessageOutcome> {
    const { db, owner } = this.#context
    const { user, characterId, content, tier, clientMessageId } = input
    const [replyId, messageId, saidId] = [newId(), newId(), known.said_id ?? newId()]
    const begun = await beginReply(db.connection(), {
      chatSessionId: sessionId,
      userId: user.id,
      replyId,
      messageId,
      tier: tier.id,
      cost: tier.cost,
      owner,
      said: known.said_id ? { id: saidId, knownReplyId: known.reply_id } : { id: saidId, content, clientMessageId },
    })
    if (!begun.ok) {
      switch (begun.failure) {
        case 'no_such_chat':
          return { kind: 'no_such_chat' }
        case 'insufficient_rubies':
          return { kind: 'insufficient_rubies' }
        case 'busy':
        case 'key_taken':
          return this.#joinTwin(input, known)
      }
    }
    const saidAt = begun.value.saidAt ?? known.said_created_at ?? new Date()
    const message = toMessage({
      id: saidId,
      chat_session_id: sessionId,
      is_user: true,
      content,
      ruby_cost: 0,
      state: 'complete',
      client_message_id: clientMessageId,
      created_at: saidAt,
    })
    const live = this.#context.hub.open({
      id: replyId,
      chatSessionId: sessionId,
      messageId,
      userId: user.id,
      kind: 'reply',
      userMessageFrame: frame({ type: 'userMessage', message }),
    })
    const history = toSaid(known.history)
    const said = known.said_id ? history : [...history, { isUser: true, content }]
    const { contextTokens, outputTokensMax, temperature, stop, model, provider } = tier
    const prompt = buildPrompt({ sheet, persona: user.persona, history: said, contextTokens, outputTokensMax })
    void runReply(this.#context, {
      live,
      provider,
      request: { model, ...prompt, contextTokens, outputTokensMax, temperature, stop },
      characterId,
      description: `Reply from ${sheet.name} (${tier.name})`,
    })
    return { kind: 'started', live }
  }
}
