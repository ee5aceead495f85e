import { errorInText, hintsOf } from '../../contract/error_body.ts'
import type { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

/** Matches messages about refused content, for vendors without a code. OpenAI's codes: `moderation_blocked`, `content_policy_violation`. */
const refused = /safety system|content (policy|filter)|moderation|nsfw/i

export const failureOfAnswer = (status: number, headers: Record<string, string>, text: string): ProviderError =>
  failureOfStatus(status, headers, imageHints(errorInText(text), status))

/** Returns the failure for an error object under HTTP 200. */
export const failureOfError = (error: unknown): ProviderError => failureUnder200(null, imageHints(error, 400))

function imageHints(error: unknown, status: number): FailureHints {
  const hints = hintsOf(error)
  // Checks only statuses that blame the request, because a refused key is not a refused prompt.
  const isRefused = [400, 422].includes(status) && refused.test(hints.message ?? '')
  return isRefused ? { ...hints, kind: `${hints.kind ?? ''} content_filter` } : hints
}
