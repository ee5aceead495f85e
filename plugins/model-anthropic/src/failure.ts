import { errorFields, errorInText, hintsOf } from '../../contract/error_body.ts'
import type { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

/** The HTTP status of each error type, for errors in a stream, which have no status. https://platform.claude.com/docs/en/api/errors */
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

/** Returns the failure for an error body, `{type: 'error', error: {type, message}}`. */
export const failureOfBody = (status: number, headers: Record<string, string>, text: string): ProviderError =>
  failureOfStatus(status, headers, anthropicHints(errorInText(text)))

/** Returns the failure for the error of an `error` event or of a body under HTTP 200. */
export const failureOfError = (error: unknown): ProviderError =>
  failureUnder200(statuses[errorFields(error).type as string] ?? null, anthropicHints(error))

/** Detects a used-up balance by its message, because the API reports it as an ordinary bad request. */
function anthropicHints(error: unknown): FailureHints {
  const hints = hintsOf(error)
  const isUsedUp = /credit balance|usage limits|spend limit/i.test(hints.message ?? '')
  return isUsedUp ? { ...hints, kind: 'billing' } : hints
}
