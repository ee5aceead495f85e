import type { CurrentUser } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { limits } from '../../api.ts'
import { openingOf, openSession } from '../chats/open_session.ts'
import { Beginnings } from './beginnings.ts'
import { beginReply, beginReplyAgain, type BeginFailure } from './begin_reply.ts'
import type { LiveReply } from './live_reply.ts'
import { historyOf } from './history_columns.ts'
import { loadSendContext, type SendContext, type SendContextInput } from './load_send_context.ts'
import { toMessage } from './message_row.ts'
import type { ReplyContext } from './reply_context.ts'
import { frame } from './reply_events.ts'
import { paceRefusal, type PaceRefusal } from './reply_pace.ts'
import { startReply } from './start_reply.ts'
import type { Tier } from './tier.ts'

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
  | PaceRefusal
  | { kind: 'insufficient_rubies' }
  | { kind: 'stopping' }

/** Saves what the user said, holds the rubies, and starts the reply, which from then on runs by itself. */
export class SendMessage {
  readonly #context: ReplyContext
  readonly #limitsEnabled: boolean
  readonly beginnings = new Beginnings()

  constructor(context: ReplyContext, options: { limitsEnabled: boolean }) {
    this.#context = context
    this.#limitsEnabled = options.limitsEnabled
  }

  async handle(input: SendMessageInput): Promise<SendMessageOutcome> {
    return this.beginnings.enter(() => this.#handle(input, null))
  }

  /** `opened`: the session that was opened for a send which names none. A twin of that send may have been said in another one. */
  async #handle(input: SendMessageInput, opened: string | null): Promise<SendMessageOutcome> {
    if (this.beginnings.isClosed) return { kind: 'stopping' }
    const ids = { replyId: newId(), messageId: newId(), saidId: newId() }
    const begun = await beginReply(this.#context.db.connection(), {
      ...this.#question({ ...input, sessionId: input.sessionId ?? opened }),
      ...ids,
      ...this.#terms(input),
      content: input.content,
    })
    if (!begun.ok) return this.#notBegun(input, begun.failure, null)
    const { context, isBegun, saidAt } = begun.value
    if (isBegun) return this.#start(input, { ...ids, context, saidAt })

    const refusal = this.#refusal(input, context)
    if (refusal) return refusal
    if (context.said_id) return this.#beginAgain(input, context)
    // The session was deleted a moment ago, or there never was one that the caller named.
    if (context.session_id || input.sessionId || opened) return { kind: 'no_such_chat' }
    const session = await openSession(this.#context.db, input.user.id, input.characterId, openingOf(context.sheet!))
    return this.#handle(input, session.id)
  }

  #question({ user, characterId, sessionId, clientMessageId, tier }: SendMessageInput): SendContextInput {
    const historyCharacters = historyCharactersOf(tier)
    const repliesPerMinute = this.#limitsEnabled ? limits.repliesPerMinute : null
    return { user, characterId, sessionId, clientMessageId, historyCharacters, repliesPerMinute }
  }

  #terms({ tier }: SendMessageInput) {
    return { tier: tier.id, cost: tier.cost, owner: this.#context.owner }
  }

  /** What the context has to say against it. */
  #refusal({ content, sessionId }: SendMessageInput, known: SendContext): SendMessageOutcome | null {
    if (!known.sheet || known.sight === 'hidden') return { kind: 'no_such_chat' }
    if (known.sight === 'adult_gate') return { kind: 'adult_gate' }
    if (known.is_rewrite_key) return { kind: 'other_content' }
    if (known.said_id) {
      if (known.said_content !== content || (sessionId && sessionId !== known.said_session_id))
        return { kind: 'other_content' }
      // It was said to another character, or in a chat that is deleted.
      if (!known.session_id) return { kind: 'no_such_chat' }
      const isRunning = known.reply_state === 'running'
      const isAnswered = known.reply_state === 'written' || known.reply_state === 'stopped'
      // A deleted answer isn't repeated: the same key asks for another one.
      if (known.reply_id && (isRunning || (isAnswered && !known.reply_deleted)))
        return { kind: 'known', replyId: known.reply_id }
      if (known.said_deleted) return { kind: 'no_such_chat' }
    }
    return paceRefusal(known)
  }

  /** The message was saved before, and its reply failed or its answer was deleted. */
  async #beginAgain(input: SendMessageInput, context: SendContext): Promise<SendMessageOutcome> {
    const ids = { replyId: newId(), messageId: newId(), saidId: context.said_id! }
    const begun = await beginReplyAgain(this.#context.db.connection(), {
      ...ids,
      ...this.#terms(input),
      userId: input.user.id,
      chatSessionId: context.session_id!,
      knownReplyId: context.reply_id,
      historyCharacters: historyCharactersOf(input.tier),
    })
    if (!begun.ok) return this.#notBegun(input, begun.failure, context.reply_id)
    return this.#start(input, { ...ids, context: { ...context, ...begun.value }, saidAt: context.said_created_at })
  }

  /** What stood in the way may be a twin of this request that was faster: then its reply is ours, however it went. */
  async #notBegun(
    input: SendMessageInput,
    failure: BeginFailure,
    replyBefore: string | null
  ): Promise<SendMessageOutcome> {
    if (failure === 'insufficient_rubies') return { kind: 'insufficient_rubies' }
    if (!input.clientMessageId) return { kind: 'busy' }
    const known = await loadSendContext(this.#context.db.connection(), this.#question(input), newId())
    if (!known.session_id) return { kind: 'no_such_chat' }
    if (!known.reply_id || known.reply_id === replyBefore) return { kind: 'busy' }
    if (known.said_content !== input.content) return { kind: 'other_content' }
    return { kind: 'known', replyId: known.reply_id }
  }

  #start(
    { user, characterId, content, tier, clientMessageId }: SendMessageInput,
    { replyId, messageId, saidId, context, saidAt }: Started
  ): SendMessageOutcome {
    const chatSessionId = context.session_id!
    const message = toMessage({
      id: saidId,
      chat_session_id: chatSessionId,
      user_id: user.id,
      content,
      ruby_cost: 0,
      state: 'complete',
      client_message_id: clientMessageId,
      created_at: saidAt ?? new Date(),
      tier: null,
      is_cut: false,
      answer_id: null,
      edited_at: null,
    })
    const identity = { id: replyId, chatSessionId, messageId, userId: user.id, characterId, kind: 'reply' as const }
    const history = historyOf(context)
    const live = startReply(this.#context, {
      identity: { ...identity, userMessageFrame: frame({ type: 'userMessage', message }) },
      sheet: context.sheet!,
      persona: user.persona,
      pins: context.pins ?? [],
      history: context.said_id ? history : [...history, { isUser: true, content }],
      tier,
    })
    return { kind: 'started', live }
  }
}

const historyCharactersOf = ({ contextTokens }: Tier) => contextTokens * 4

interface Started {
  replyId: string
  messageId: string
  saidId: string
  context: SendContext
  saidAt: Date | null
}
