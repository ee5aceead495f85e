import { errorInText, hintsOf } from '../../contract/error_body.ts'
import type { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

/** OpenAI's codes are `moderation_blocked` and `content_policy_violation`. Other vendors only send a sentence. */
const refused = /safety system|content (policy|filter)|moderation|nsfw/i

export const failureOfAnswer = (status: number, headers: Record<string, string>, text: string): ProviderError =>
  failureOfStatus(status, headers, imageHints(errorInText(text), status))

/** For an error object under HTTP 200. */
export const failureOfError = (error: unknown): ProviderError => failureUnder200(null, imageHints(error, 400))

function imageHints(error: unknown, status: number): FailureHints {
  const hints = hintsOf(error)
  // Only for statuses that blame the request: a refused key is not a refused prompt.
  const isRefused = [400, 422].includes(status) && refused.test(hints.message ?? '')
  return isRefused ? { ...hints, kind: `${hints.kind ?? ''} content_filter` } : hints
}
