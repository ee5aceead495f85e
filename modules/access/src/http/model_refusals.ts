import type { HttpContext } from '@adonisjs/core/http'
import { describeReplyError, type EndedReply } from '#modules/chat/index'
import { refusal, refusalsOf, retryLater, sendRefusal, underMaintenance, type Refusal } from '#modules/kernel/refusals'
import { modelLimits } from '../../api.ts'

const { contentMax, systemMax, keyMax } = modelLimits
const atOnce = { retryAfterSeconds: 5 }
const invalid = (code: string, message: string, field: string) =>
  refusal(400, code, message, [{ field, rule: code, message }])

/** Refusals of other kinds of replies. */
const unanswerable = refusal(400, 'invalid_request', 'This chat can’t be answered like this.')

/** 409 and 429 make OpenAI’s clients try again, so lasting failures have other statuses. */
export const modelRefusal = refusalsOf({
  no_such_model: refusal(404, 'model_not_found', 'There is no such model. GET /v1/models lists some.', [
    { field: 'model', rule: 'unknown', message: 'There is no such model.' },
  ]),
  no_such_chat: refusal(404, 'model_not_found', 'There is no such character, or no such chat of yours with it.'),
  adult_gate: refusal(403, 'adult_content', 'Adult Content: enable it in Settings'),
  no_question: invalid('no_question', 'The last message must be the user’s, with a text.', 'messages'),
  too_long: invalid(
    'string_too_long',
    `The last message has at most ${contentMax.toLocaleString('en')} characters.`,
    'messages'
  ),
  system_too_long: invalid(
    'string_too_long',
    `The messages of the roles system and developer have at most ${systemMax.toLocaleString('en')} characters together.`,
    'messages'
  ),
  session_without_character: invalid(
    'session_without_character',
    'Name the character of the chat as the model, such as character:{id}.',
    'metadata.session'
  ),
  invalid_key: invalid('invalid_key', `An Idempotency-Key has 1 to ${keyMax} characters.`, 'Idempotency-Key'),
  key_reused: refusal(422, 'idempotency_key_reused', 'This Idempotency-Key was sent with another body.'),
  other_content: refusal(422, 'idempotency_key_reused', 'This Idempotency-Key was sent with another body.'),
  insufficient_rubies: refusal(
    402,
    'insufficient_quota',
    'You have too few rubies for this model. Get more in the shop.'
  ),
  busy: retryLater(
    409,
    'reply_under_way',
    'A reply is already under way in this chat. Wait for it, or stop it.'
  )(atOnce),
  too_many: retryLater(429, 'rate_limit_exceeded', 'That was many requests in a minute. Please wait a moment.'),
  too_many_unpaid: retryLater(
    429,
    'rate_limit_exceeded',
    'Many of your last replies ended without a charge. Please wait a few minutes.'
  ),
  too_many_streams: retryLater(429, 'rate_limit_exceeded', 'Too many replies are open at once.')(atOnce),
  stopping: retryLater(503, 'server_stopping', 'The server is restarting. Please try again in a moment.')(atOnce),
  maintenance: underMaintenance,
  no_such_picture: unanswerable,
  speaker_missing: unanswerable,
  no_speaker: unanswerable,
  all_muted: unanswerable,
  nothing_asked: unanswerable,
  nothing_said: unanswerable,
  hidden: unanswerable,
  no_suggestions: unanswerable,
})

/** Answers requests to models. */
export const refuseModel = (ctx: Pick<HttpContext, 'response'>, failure: Parameters<typeof modelRefusal>[0]): void =>
  sendRefusal(ctx, modelRefusal(failure))

/** The statuses of replies that ended with an error. All others are 502. */
const statuses: Record<string, [status: number, code?: string]> = {
  context_too_long: [400, 'context_length_exceeded'],
  content_filtered: [400, 'content_filter'],
  model_refused: [400, 'content_filter'],
  stopped: [400],
  deleted: [400],
  rate_limited: [429],
  unavailable: [503],
  server_stopping: [503],
  server_lost: [503],
  timeout: [504],
}

/** Describes a reply that ended without an answer. */
export const failureOf = (end: Pick<EndedReply, 'errorCode'> | null): Refusal => {
  const { error, code } = describeReplyError(end?.errorCode ?? 'cut_off')
  const [status, named = code] = statuses[code] ?? [502]
  return refusal(status, named, error)
}
