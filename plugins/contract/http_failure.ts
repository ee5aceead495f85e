import { saysTooLong } from './context_wordings.ts'
import { ProviderError, type ProviderErrorCode } from './errors.ts'

/** The fields of an error body that classify the failure. They never appear in a message. */
export interface FailureHints {
  /** Machine-readable codes and types, joined by spaces. */
  kind?: string
  message?: string
}

const byStatus: Record<number, ProviderErrorCode> = {
  401: 'unauthorized',
  402: 'quota_exhausted',
  403: 'unauthorized',
  404: 'misconfigured',
  405: 'misconfigured',
  408: 'timeout',
  413: 'context_too_long',
  429: 'rate_limited',
  504: 'timeout',
}

const reasons: Record<ProviderErrorCode, string> = {
  bad_request: 'it refused the request',
  context_too_long: 'the prompt does not fit the model',
  content_filtered: 'its content rules refused the request',
  rate_limited: 'too many requests',
  unavailable: 'it is unavailable',
  timeout: 'it took too long',
  unauthorized: 'it refused the key. Check the API key',
  quota_exhausted: 'the account has no credit left. Check its billing',
  misconfigured: 'it does not know this address or model. Check the base URL and the model name',
  invalid_response: 'its response is invalid',
  cut_off: 'its response broke off',
}

/** Returns the error for an HTTP error status (RFC 9110), refined by the body. */
export function failureOfStatus(
  status: number,
  headers: Record<string, string>,
  hints: FailureHints = {},
  nowMs: number = Date.now()
): ProviderError {
  const code = refined(byStatus[status] ?? defaultFor(status), hints)
  const pauseMs = retryAfterMs(headers['retry-after'], nowMs)
  return new ProviderError(code, `The provider answered ${status}: ${reasons[code]}.`, {
    status,
    ...(pauseMs === null ? {} : { retryAfterMs: pauseMs }),
  })
}

/** Returns the error for an error object under HTTP 200. `status` is the status that the object contains, if any. */
export function failureUnder200(status: number | null, hints: FailureHints): ProviderError {
  const code = refined(
    status !== null && status >= 400 && status < 600 ? (byStatus[status] ?? defaultFor(status)) : 'unavailable',
    hints
  )
  return new ProviderError(code, `The provider sent an error in its response: ${reasons[code]}.`, { status: 200 })
}

function defaultFor(status: number): ProviderErrorCode {
  if (status >= 500) return 'unavailable'
  if (status >= 400) return 'bad_request'
  return status >= 300 ? 'misconfigured' : 'invalid_response'
}

function refined(code: ProviderErrorCode, { kind = '', message = '' }: FailureHints): ProviderErrorCode {
  if (/insufficient_quota|insufficient_balance|billing|credits/i.test(kind)) return 'quota_exhausted'
  if (/content_filter|content_policy|moderation/i.test(kind)) return 'content_filtered'
  // A rate limit may count tokens, and a refused key says nothing about the prompt.
  if (code === 'bad_request' || code === 'unavailable' || code === 'context_too_long') {
    if (saysTooLong(kind, message)) return 'context_too_long'
  }
  if (code === 'unavailable') {
    if (/rate_limit|too_many_requests/i.test(kind)) return 'rate_limited'
    if (/invalid_api_key|authentication|permission/i.test(kind)) return 'unauthorized'
    if (/model_not_found|not_found/i.test(kind)) return 'misconfigured'
    if (/invalid_request/i.test(kind)) return 'bad_request'
  }
  return code
}

/** Converts `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3), to milliseconds. Null when absent or invalid. */
export function retryAfterMs(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null
  const text = value.trim()
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) return Math.round(Number(text) * 1000)
  const at = /[a-z]/i.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
