import { setTimeout as sleep } from 'node:timers/promises'
import type { CurrentUser } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { codePoints } from '#modules/kernel/text'
import { limits, type ReplyKind } from '../../api.ts'
import { Beginnings } from './beginnings.ts'
import { beginRewrite } from './begin_rewrite.ts'
import { historyOf } from './history_columns.ts'
import { loadRewriteContext, type RewriteContext } from './load_rewrite_context.ts'
import type { ReplyContext } from './reply_context.ts'
import { paceRefusal } from './reply_pace.ts'
import type { SendMessageOutcome } from './send_message.ts'
import { startReply } from './start_reply.ts'
import type { Tier } from './tier.ts'

export interface RewriteInput {
  kind: Exclude<ReplyKind, 'reply'>
  user: CurrentUser
  characterId: string
  messageId: string
  tier: Tier
  clientMessageId: string | null
}

/** As of a send, and what only an answer can be refused for. */
export type RewriteOutcome =
  | SendMessageOutcome
  /** There is nothing of the user before it. */
  | { kind: 'nothing_asked' }
  | { kind: 'not_cut' }
  | { kind: 'too_long' }

/** How often to look again when the session changed between the look and the beginning. */
const looksMax = 5

/** Writes the last answer of a chat anew, beside the ones there are, or goes on with it where it was cut. */
export class RewriteAnswer {
  readonly #context: ReplyContext
  readonly #limitsEnabled: boolean
  readonly beginnings = new Beginnings()

  constructor(context: ReplyContext, options: { limitsEnabled: boolean }) {
    this.#context = context
    this.#limitsEnabled = options.limitsEnabled
  }

  async handle(input: RewriteInput): Promise<RewriteOutcome> {
    return this.beginnings.enter(() => this.#handle(input))
  }

  async #handle(input: RewriteInput): Promise<RewriteOutcome> {
    for (let look = 1; ; look++) {
      if (this.beginnings.isClosed) return { kind: 'stopping' }
      const known = await loadRewriteContext(this.#context.db.connection(), {
        ...input,
        historyCharacters: input.tier.contextTokens * 4,
        repliesPerMinute: this.#limitsEnabled ? limits.repliesPerMinute : null,
      })
      const refusal = this.#refusal(input, known)
      if (refusal) return refusal
      const outcome = await this.#begin(input, known)
      if (outcome) return outcome
      if (look === looksMax) return { kind: 'busy' }
      await sleep(5 * look)
    }
  }

  /** What the context has to say against it. */
  #refusal({ kind, messageId }: RewriteInput, known: RewriteContext): RewriteOutcome | null {
    if (!known.sheet || known.sight === 'hidden') return { kind: 'no_such_chat' }
    if (known.sight === 'adult_gate') return { kind: 'adult_gate' }
    if (!known.session_id) return { kind: 'no_such_chat' }
    if (known.is_send_key) return { kind: 'other_content' }
    if (known.key_reply_id) {
      if (known.key_kind !== kind || known.key_message_id !== messageId) return { kind: 'other_content' }
      if (known.key_reply_state && ['running', 'written', 'stopped'].includes(known.key_reply_state))
        return { kind: 'known', replyId: known.key_reply_id }
    }
    if (!known.is_last) return { kind: 'no_such_chat' }
    if (!known.asked_id) return { kind: 'nothing_asked' }
    if (known.running_id) return { kind: 'busy' }
    if (kind === 'continue') {
      if (known.state === 'complete' && !known.is_cut) return { kind: 'not_cut' }
      if (codePoints(known.content) > limits.answerMax) return { kind: 'too_long' }
    }
    return paceRefusal(known)
  }

  /** Null: the session has changed since it was looked at. */
  async #begin(input: RewriteInput, known: RewriteContext): Promise<RewriteOutcome | null> {
    const { kind, user, characterId, messageId, tier, clientMessageId } = input
    const { db, owner } = this.#context
    const replyId = newId()
    const isContinued = kind === 'continue'
    const begun = await beginRewrite(db.connection(), {
      kind,
      replyId,
      messageId,
      tier: tier.id,
      cost: tier.cost,
      owner,
      userId: user.id,
      chatSessionId: known.session_id!,
      nextPosition: known.next_position,
      askedId: known.asked_id!,
      clientMessageId,
      knownReplyId: known.key_reply_id,
      continues: isContinued ? { answerId: known.answer_id, at: codePoints(known.content) } : null,
    })
    if (!begun.ok) return begun.failure === 'insufficient_rubies' ? { kind: 'insufficient_rubies' } : null
    const live = startReply(this.#context, {
      identity: {
        id: replyId,
        chatSessionId: known.session_id!,
        messageId,
        userId: user.id,
        characterId,
        kind,
        userMessageFrame: null,
      },
      sheet: known.sheet!,
      persona: user.persona,
      pins: begun.value.pins,
      history: historyOf(known),
      tier,
      ...(isContinued ? { continues: known.content } : {}),
    })
    return { kind: 'started', live }
  }
}
