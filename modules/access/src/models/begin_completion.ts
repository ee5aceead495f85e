import { inject } from '@adonisjs/core'
import type { CurrentUser } from '#modules/accounts/index'
import { Replies, type BeginOutcome, type EndedReply, type ReplyRequest } from '#modules/chat/index'
import { nilUuid } from '#modules/kernel/ids'
import { assistantSheet } from './assistant_sheet.ts'
import type { CompletionOrder } from './completion_request.ts'
import { IdempotencyKeys, type RequestKey } from './idempotency_keys.ts'

/** How often a request looks again at a key that another request is taking. */
const attemptsMax = 5

/** Begins the replies that programs ask for, with the same rules and prices as in chats. */
@inject()
export class BeginCompletion {
  constructor(
    private readonly replies: Replies,
    private readonly keys: IdempotencyKeys
  ) {}

  /** `key_reused`: the key was sent with another body. A key whose reply failed begins another one. */
  async run(
    user: CurrentUser,
    order: CompletionOrder,
    key: RequestKey | null
  ): Promise<BeginOutcome | { kind: 'key_reused' }> {
    for (let attempt = 1; ; attempt++) {
      const known = key && (await this.keys.find(user.id, key))
      if (known && known.bodyHash !== key.bodyHash) return { kind: 'key_reused' }
      if (known?.replyId) {
        const reply = await this.replies.readEnd(user.id, known.replyId)
        if (reply && (reply.state === 'running' || isAnswer(reply))) return { kind: 'known', replyId: known.replyId }
      }
      const isChat = order.sessionId !== null
      if (key && isChat && !known && !(await this.keys.claim(user.id, key, { replyId: null, known: null }))) {
        if (attempt === attemptsMax) return { kind: 'busy' }
        continue
      }
      const outcome = await this.replies.begin(
        !isChat
          ? this.#given(user, order, key, known?.replyId ?? null)
          : { ...this.#common(user, order), place: placeIn(order), clientMessageId: key && `v1 ${key.hash}` }
      )
      const isTakenMeanwhile = outcome.kind === 'busy' && key !== null && !isChat
      if (!isTakenMeanwhile || attempt === attemptsMax) return outcome
    }
  }

  #common(user: CurrentUser, { content, settings, tier }: CompletionOrder) {
    return { kind: 'reply', user, content, settings, tier, timeZone: 'UTC' } as const
  }

  #given(user: CurrentUser, order: CompletionOrder, key: RequestKey | null, known: string | null): ReplyRequest {
    const { characterId, earlier } = order
    return {
      ...this.#common(user, order),
      place: characterId === null ? { groupId: nilUuid } : { characterId, sessionId: null },
      clientMessageId: null,
      given: {
        earlier,
        ...(characterId === null && { assistant: assistantSheet(user.id) }),
        ...(key && { claim: (trx, replyId) => this.keys.claim(user.id, key, { replyId, known }, trx) }),
      },
    }
  }
}

const placeIn = ({ characterId, sessionId }: CompletionOrder) => ({ characterId: characterId!, sessionId })

/** Whether a reply has ended with an answer that was charged. */
export const isAnswer = ({ state, message }: EndedReply): boolean =>
  message !== null && (state === 'written' || state === 'stopped')
