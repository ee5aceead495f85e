import type { CurrentUser } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { codePoints } from '#modules/kernel/text'
import { limits, type ReplyKind } from '../../api.ts'
import { storeOpening } from '../opening/store_opening.ts'
import type { ReplyContext } from '../run/reply_context.ts'
import { startReply } from '../run/start_reply.ts'
import { historyOf } from '../../prompts/history_columns.ts'
import { personaOf, setupOf } from '../../prompts/reply_setup.ts'
import { historyCharactersOf, type Tier } from '../../prompts/tier.ts'
import { beginRewrite } from './begin_rewrite.ts'
import { InFlightStarts } from './in_flight_starts.ts'
import { rateLimitRefusal } from './rate_limits.ts'
import { historyFor, othersOf } from '../../prompts/group_prompt.ts'
import { loadRewriteContext, type RewriteContext, type RewriteTarget } from './rewrite_context.ts'
import type { SendMessageOutcome, StartOptions } from './send_message.ts'

export interface RewriteInput {
  kind: Exclude<ReplyKind, 'reply'>
  user: CurrentUser
  /** The character of the chat, or the session of a group chat. */
  place: RewriteTarget
  /** The answer to reroll or continue. For a line of the user, the id of the session. */
  messageId: string
  tier: Tier
  clientMessageId: string | null
  /** The user's time zone, for times in texts. */
  timeZone: string
  /** A wish for this answer. */
  nudge: string | null
}

export type RewriteOutcome =
  | SendMessageOutcome
  /** The answer has no message before it. In a chat with one character, only messages of the user count. */
  | { kind: 'nothing_asked' }
  /** The chat has no message that the line could follow. */
  | { kind: 'nothing_said' }
  | { kind: 'too_long' }
  /** The user has hidden the answer from prompts. */
  | { kind: 'hidden' }

/** The maximum attempts to begin the reply, if the session changes before each attempt. */
const attemptsMax = 5

/** Starts a reroll or a continuation of a chat's last answer, or a line for the user, detached from the request. */
export class RewriteAnswer {
  readonly #context: ReplyContext
  readonly #limitsEnabled: boolean
  readonly #renewOverdueLease: () => Promise<void>
  readonly inFlight = new InFlightStarts()

  constructor(context: ReplyContext, options: StartOptions) {
    this.#context = context
    this.#limitsEnabled = options.limitsEnabled
    this.#renewOverdueLease = options.renewOverdueLease
  }

  async run(input: RewriteInput): Promise<RewriteOutcome> {
    return this.inFlight.track(async () => {
      await this.#renewOverdueLease()
      return this.#rewrite(input)
    })
  }

  async #rewrite(input: RewriteInput): Promise<RewriteOutcome> {
    for (let attempt = 1; ; attempt++) {
      if (this.inFlight.isClosed) return { kind: 'stopping' }
      let context = await this.#load(input)
      if (!context.session_id) {
        // The message may be the opening of a new chat.
        await storeOpening(this.#context.db.connection(), input.user.id, input.messageId)
        context = await this.#load(input)
      }
      const refusal = this.#refusal(input, context)
      if (refusal) return refusal
      const outcome = await this.#begin(input, context)
      if (outcome) return outcome
      if (attempt === attemptsMax) return { kind: 'busy' }
      await this.#context.timers.sleep(5 * attempt)
    }
  }

  #load(input: RewriteInput): Promise<RewriteContext> {
    return loadRewriteContext(this.#context.db.connection(), {
      ...input,
      historyCharacters: historyCharactersOf(input.tier),
      isLimited: this.#limitsEnabled,
    })
  }

  /** Returns the outcome of a request that may not begin a reply. Null: a reply may begin. */
  #refusal({ kind, messageId }: RewriteInput, context: RewriteContext): RewriteOutcome | null {
    if (!context.sheet || context.sight === 'hidden') return { kind: 'no_such_chat' }
    if (context.sight === 'adult_gate') return { kind: 'adult_gate' }
    if (!context.session_id) return { kind: 'no_such_chat' }
    if (context.is_send_key) return { kind: 'other_content' }
    if (context.key_reply_id) {
      if (context.key_kind !== kind || context.key_message_id !== messageId) return { kind: 'other_content' }
      if (context.key_reply_state && ['running', 'written', 'stopped'].includes(context.key_reply_state))
        return { kind: 'known', replyId: context.key_reply_id }
    }
    if (!context.is_last) return { kind: 'no_such_chat' }
    if (!context.is_asked) return { kind: kind === 'impersonate' ? 'nothing_said' : 'nothing_asked' }
    if (context.running_id) return { kind: 'busy' }
    if (context.is_hidden) return { kind: 'hidden' }
    if (kind === 'continue' && codePoints(context.content) > limits.answerMax) return { kind: 'too_long' }
    return rateLimitRefusal(context)
  }

  /** Begins and starts the reply. Returns null if the session has changed since the context was read. */
  async #begin(input: RewriteInput, context: RewriteContext): Promise<RewriteOutcome | null> {
    const { kind, user, place, messageId, tier, clientMessageId, timeZone, nudge } = input
    const { owner, gates } = this.#context
    const replyId = newId()
    const isContinuation = kind === 'continue'
    const speakerId = 'groupId' in place ? context.sheet!.id : null
    const begun = await beginRewrite(this.#context, {
      kind,
      replyId,
      messageId,
      tier: tier.id,
      cost: tier.cost,
      owner,
      userId: user.id,
      chatSessionId: context.session_id!,
      nextPosition: context.next_position,
      userMessageId: context.user_message_id,
      speakerId,
      clientMessageId,
      knownReplyId: context.key_reply_id,
      continues: isContinuation ? { answerId: context.answer_id, at: codePoints(context.content) } : null,
    })
    if (!begun.ok) return begun.failure === 'insufficient_rubies' ? { kind: 'insufficient_rubies' } : null
    await gates?.('begun', [context.session_id!])
    const setup = setupOf(context, { user, isSaved: true })
    const live = startReply(this.#context, {
      identity: {
        id: replyId,
        chatSessionId: context.session_id!,
        messageId,
        userId: user.id,
        characterId: context.sheet!.id,
        kind,
        userMessageFrame: null,
      },
      sheet: context.sheet!,
      ...(context.others && { others: othersOf(user.id, context.others) }),
      persona: personaOf(user, setup),
      pins: begun.value.pins,
      chatBooks: context.lorebook_ids ?? [],
      alwaysOn: context.always_on,
      setup,
      history: speakerId ? historyFor(speakerId, historyOf(context)) : historyOf(context),
      tier,
      timeZone,
      ...(isContinuation
        ? {
            continues: context.content,
            isWhole: context.state === 'complete' && !context.is_cut,
            answerId: context.answer_id,
          }
        : { variant: Math.max(1, context.alternates), nudge }),
    })
    return { kind: 'started', live }
  }
}
