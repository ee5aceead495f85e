import { insufficientRubies } from '#modules/economy/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { isOutage, violatedConstraint } from '#modules/kernel/sql'
import type { Timers } from '#plugins/contract/timers'
import type { ReplyContext } from '../run/reply_context.ts'

/** The dependencies of beginning a reply. */
export type BeginDeps = Pick<ReplyContext, 'db' | 'timers' | 'gates'>

/** `key_taken`: another request with the same ids or the same key was faster. */
export type BeginFailure = 'busy' | 'insufficient_rubies' | 'key_taken'

const attemptsMax = 5
/** No attempt begins later than this, because a user is waiting. */
const retryForMs = 10_000

/**
 * Begins a reply. Retries with the same ids during an outage. If a later attempt is refused, an earlier one may have been committed. So
 * `findBegun` looks for it, and returns null if there is none.
 */
export const retryOnOutage = async <Value>(
  timers: Timers,
  begin: (isRetry: boolean) => Promise<Result<Value, BeginFailure>>,
  findBegun: () => Promise<Value | null>
): Promise<Result<Value, BeginFailure>> => {
  const giveUpAt = timers.monotonicMs() + retryForMs
  for (let attempt = 1; ; attempt++) {
    try {
      const begun = await begin(attempt > 1).catch(failureOf)
      if (begun.ok || attempt === 1) return begun
      const earlier = await findBegun()
      return earlier === null ? begun : ok(earlier)
    } catch (error) {
      if (!isOutage(error) || attempt === attemptsMax || timers.monotonicMs() >= giveUpAt) throw error
      await timers.sleep(50 * 2 ** (attempt - 1))
    }
  }
}

/** Translates a violated constraint. Rethrows other errors. */
const failureOf = (error: unknown): Result<never, BeginFailure> => {
  switch (violatedConstraint(error)) {
    case insufficientRubies:
      return fail('insufficient_rubies')
    case 'replies_one_running_per_session':
      return fail('busy')
    case 'chat_messages_client_message_id_unique':
    case 'chat_messages_pkey':
    case 'rewrite_keys_pkey':
    case 'replies_pkey':
      return fail('key_taken')
    default:
      throw error
  }
}
