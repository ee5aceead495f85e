import { errorFields, errorInText, hintsOf } from '../../contract/error_body.ts'
import type { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

/** The HTTP status of each error type. In a stream the type comes without one. https://platform.claude.com/docs/en/api/errors */
const statuses: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** Bodies are `{type: 'error', error: {type, message}}`. */
export const failureOfBody = (status: number, headers: Record<string, string>, text: string): ProviderError =>
  failureOfStatus(status, headers, anthropicHints(errorInText(text)))

/** For an `error` event or an error body under HTTP 200. */
export const failureOfError = (error: unknown): ProviderError =>
  failureUnder200(statuses[errorFields(error).type as string] ?? null, anthropicHints(error))

/** A used-up balance comes as a plain bad request. Only its message shows that. */
function anthropicHints(error: unknown): FailureHints {
  const hints = hintsOf(error)
  const isUsedUp = /credit balance|usage limits|spend limit/i.test(hints.message ?? '')
  return isUsedUp ? { ...hints, kind: 'billing' } : hints
}
