import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import type { CurrentUser } from '#modules/accounts/index'
import { Replies, type BeginOutcome, type EndedReply } from '#modules/chat/index'
import type { CompletionListener } from '../http/completion_listener.ts'
import { BeginCompletion } from './begin_completion.ts'
import type { CompletionOrder } from './completion_request.ts'
import type { RequestKey } from './idempotency_keys.ts'

/** How often a reply that its server lost is begun again for a waiting request, unless its client has text of it. */
const attemptsMax = 3

type Refused = Exclude<BeginOutcome | { kind: 'key_reused' }, { kind: 'started' | 'known' }>

export type Answered<Listener> =
  | { kind: 'ended'; listener: Listener; end: EndedReply | null }
  /** `listener` is null unless an earlier reply was lost. */
  | { kind: 'refused'; refused: Refused; listener: Listener | null }
  /** The client has disconnected. */
  | { kind: 'gone' }

/** Begins a reply for a program, and waits for its end. Without a key, the reply is stopped when the client leaves, because no other request can get it. */
@inject()
export class AnswerCompletion {
  constructor(
    private readonly beginCompletion: BeginCompletion,
    private readonly replies: Replies,
    private readonly logger: Logger
  ) {}

  async run<Listener extends CompletionListener>(
    user: CurrentUser,
    order: CompletionOrder,
    key: RequestKey | null,
    listen: () => Listener
  ): Promise<Answered<Listener>> {
    let listener: Listener | null = null
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.beginCompletion.run(user, order, key)
      if (outcome.kind !== 'started' && outcome.kind !== 'known') return { kind: 'refused', refused: outcome, listener }
      const current: Listener = (listener ??= listen())
      if (outcome.kind === 'started') {
        const { live } = outcome
        live.join(current)
        if (key === null) current.onGone(() => live.end('stopped'))
      } else
        await this.replies.follow(user.id, outcome.replyId, current).catch((error) => {
          this.logger.error({ err: error, replyId: outcome.replyId }, 'following a reply failed')
          current.end(null)
        })
      const end = await current.ended
      if (end === 'gone') return { kind: 'gone' }
      const hasSent = order.isStreamed && current.hasText
      if (isLost(end) && !hasSent && key !== null && attempt < attemptsMax) continue
      return { kind: 'ended', listener: current, end }
    }
  }
}

const isLost = (end: EndedReply | null) => end?.errorCode === 'server_lost' || end?.errorCode === 'server_stopping'
