import type { CurrentUser } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import type { LiveReply } from '../run/live_reply.ts'
import type { ReplyContext } from '../run/reply_context.ts'
import { startReply } from '../run/start_reply.ts'
import { historyOf } from '../../prompts/history_columns.ts'
import { personaOf, setupOf } from '../../prompts/reply_setup.ts'
import { historyCharactersOf, type Tier } from '../../prompts/tier.ts'
import {
  beginReply,
  beginReplyInNewChat,
  loadSendContext,
  type SendContext,
  type SendContextInput,
} from './begin_reply.ts'
import { beginReplyAgain } from './begin_reply_again.ts'
import { InFlightStarts } from './in_flight_starts.ts'
import { rateLimitRefusal, type RateLimitRefusal } from './rate_limits.ts'
import type { BeginFailure } from './retry_on_outage.ts'
import { userMessageFrame } from './user_message_frame.ts'

export interface SendMessageInput {
  user: CurrentUser
  characterId: string
  sessionId: string | null
  content: string
  tier: Tier
  clientMessageId: string | null
  /** The user's time zone, for times in texts. */
  timeZone: string
}

export type SendMessageOutcome =
  | { kind: 'started'; live: LiveReply }
  /** A repeated request with the same key. The reply is running, in this process or another, or has ended with an answer. */
  | { kind: 'known'; replyId: string }
  | { kind: 'no_such_chat' }
  | { kind: 'adult_gate' }
  | { kind: 'busy' }
  /** The key was used for another message. */
  | { kind: 'other_content' }
  | RateLimitRefusal
  | { kind: 'insufficient_rubies' }
  | { kind: 'stopping' }

export interface StartOptions {
  limitsEnabled: boolean
  /** Renews an overdue lease, because a reply may only begin while its process has a lease. */
  renewOverdueLease: () => Promise<void>
}

/** The maximum attempts of a send without a session, if concurrent ones open the chat. */
const attemptsMax = 5

/** Whether the send begins the user's first chat with the character. */
const needsChat = ({ sessionId }: SendContextInput, context: SendContext): boolean =>
  !sessionId && !context.session_id && !context.user_message_id

/** Saves the user's message, holds the rubies, and starts the reply detached from the request. */
export class SendMessage {
  readonly #context: ReplyContext
  readonly #limitsEnabled: boolean
  readonly #renewOverdueLease: () => Promise<void>
  readonly inFlight = new InFlightStarts()

  constructor(context: ReplyContext, options: StartOptions) {
    this.#context = context
    this.#limitsEnabled = options.limitsEnabled
    this.#renewOverdueLease = options.renewOverdueLease
  }

  async run(input: SendMessageInput): Promise<SendMessageOutcome> {
    return this.inFlight.track(async () => {
      await this.#renewOverdueLease()
      return this.#send(input)
    })
  }

  async #send(input: SendMessageInput): Promise<SendMessageOutcome> {
    for (let attempt = 1; ; attempt++) {
      if (this.inFlight.isClosed) return { kind: 'stopping' }
      const outcome = await this.#begin(input)
      if (outcome) return outcome
      if (attempt === attemptsMax) return { kind: 'busy' }
    }
  }

  /** Begins and starts the reply. Returns null if a concurrent send has opened the chat that this one needed. */
  async #begin(input: SendMessageInput): Promise<SendMessageOutcome | null> {
    const ids = { replyId: newId(), messageId: newId(), userMessageId: newId() }
    const given = { ...this.#contextInput(input), ...ids, ...this.#terms(input), content: input.content }
    let begun = await beginReply(this.#context, given)
    if (
      begun.ok &&
      !begun.value.isBegun &&
      needsChat(given, begun.value.context) &&
      !this.#refusal(input, begun.value.context)
    ) {
      const inNewChat = await beginReplyInNewChat(this.#context, given, begun.value.context.sheet!.version)
      if (inNewChat.ok && inNewChat.value === null) return null
      begun = inNewChat as typeof begun
    }
    if (!begun.ok) return this.#resolveFailure(input, begun.failure, null)
    const { context, isBegun, savedAt } = begun.value
    if (isBegun) return this.#start(input, { ...ids, context, savedAt })

    const refusal = this.#refusal(input, context)
    if (refusal) return refusal
    if (context.user_message_id) return this.#beginAgain(input, context)
    // The session doesn't exist, or was deleted a moment ago.
    return { kind: 'no_such_chat' }
  }

  #contextInput({ user, characterId, sessionId, clientMessageId, tier }: SendMessageInput): SendContextInput {
    const historyCharacters = historyCharactersOf(tier)
    return { user, characterId, sessionId, clientMessageId, historyCharacters, isLimited: this.#limitsEnabled }
  }

  #terms({ tier }: SendMessageInput) {
    return { tier: tier.id, cost: tier.cost, owner: this.#context.owner }
  }

  /** Returns the outcome of a request that may not begin a reply. Null: a reply may begin. */
  #refusal({ content, sessionId }: SendMessageInput, context: SendContext): SendMessageOutcome | null {
    if (!context.sheet || context.sight === 'hidden') return { kind: 'no_such_chat' }
    if (context.sight === 'adult_gate') return { kind: 'adult_gate' }
    if (context.is_rewrite_key) return { kind: 'other_content' }
    if (context.user_message_id) {
      if (context.user_message_content !== content || (sessionId && sessionId !== context.user_message_session_id))
        return { kind: 'other_content' }
      // The message belongs to another character, or to a deleted chat.
      if (!context.session_id) return { kind: 'no_such_chat' }
      const isRunning = context.reply_state === 'running'
      const isAnswered = context.reply_state === 'written' || context.reply_state === 'stopped'
      // After the answer was deleted, the same key requests a new one.
      if (context.reply_id && (isRunning || (isAnswered && !context.reply_deleted)))
        return { kind: 'known', replyId: context.reply_id }
      if (context.user_message_deleted) return { kind: 'no_such_chat' }
    }
    return rateLimitRefusal(context)
  }

  /** Begins another reply to a saved message, whose reply failed or whose answer was deleted. */
  async #beginAgain(input: SendMessageInput, context: SendContext): Promise<SendMessageOutcome> {
    const ids = { replyId: newId(), messageId: newId(), userMessageId: context.user_message_id! }
    const begun = await beginReplyAgain(this.#context, {
      ...ids,
      ...this.#terms(input),
      userId: input.user.id,
      chatSessionId: context.session_id!,
      knownReplyId: context.reply_id,
      historyCharacters: historyCharactersOf(input.tier),
    })
    if (!begun.ok) return this.#resolveFailure(input, begun.failure, context.reply_id)
    const savedAt = context.user_message_created_at
    return this.#start(input, { ...ids, context: { ...context, ...begun.value }, savedAt })
  }

  /**
   * Returns the outcome of a request whose reply couldn't begin. If a duplicate request was faster, returns its reply, whatever its state.
   */
  async #resolveFailure(
    input: SendMessageInput,
    failure: BeginFailure,
    replyBefore: string | null
  ): Promise<SendMessageOutcome> {
    if (failure === 'insufficient_rubies') return { kind: 'insufficient_rubies' }
    if (!input.clientMessageId) return { kind: 'busy' }
    const context = await loadSendContext(this.#context.db.connection(), this.#contextInput(input), newId())
    if (!context.session_id) return { kind: 'no_such_chat' }
    if (!context.reply_id || context.reply_id === replyBefore) return { kind: 'busy' }
    if (context.user_message_content !== input.content) return { kind: 'other_content' }
    return { kind: 'known', replyId: context.reply_id }
  }

  async #start(
    { user, characterId, content, tier, clientMessageId, timeZone }: SendMessageInput,
    { replyId, messageId, userMessageId, context, savedAt }: BegunReply
  ): Promise<SendMessageOutcome> {
    const chatSessionId = context.session_id!
    await this.#context.gates?.('begun', [chatSessionId])
    const createdAt = savedAt ?? new Date(this.#context.timers.now())
    const message = { id: userMessageId, chatSessionId, userId: user.id, content, clientMessageId, createdAt }
    const identity = { id: replyId, chatSessionId, messageId, userId: user.id, characterId, kind: 'reply' as const }
    const history = historyOf(context)
    const setup = setupOf(context, { user, isSaved: context.user_message_id !== null })
    const live = startReply(this.#context, {
      identity: { ...identity, userMessageFrame: userMessageFrame(message, messageId) },
      sheet: context.sheet!,
      persona: personaOf(user, setup),
      pins: context.pins ?? [],
      chatBooks: context.lorebook_ids ?? [],
      alwaysOn: context.always_on,
      setup,
      history: context.user_message_id
        ? history
        : [...history, { isUser: true, content, id: userMessageId, at: createdAt.getTime() }],
      tier,
      timeZone,
    })
    return { kind: 'started', live }
  }
}

interface BegunReply {
  replyId: string
  messageId: string
  userMessageId: string
  context: SendContext
  savedAt: Date | null
}
