/**
 * The reason why a call failed, grouped by remedy:
 *
 * - a different request: `bad_request`, `context_too_long`, `content_filtered`
 * - a later attempt: `rate_limited`, `unavailable`, `timeout`, `cut_off`
 * - an action of the operator: `unauthorized`, `quota_exhausted`, `misconfigured`
 * - a fix in the provider: `invalid_response`
 */
export type ProviderErrorCode =
  | 'bad_request'
  | 'context_too_long'
  | 'content_filtered'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'unauthorized'
  | 'quota_exhausted'
  | 'misconfigured'
  | 'invalid_response'
  | 'cut_off'

export interface ProviderErrorOptions {
  /** The upstream's HTTP status, if any. */
  status?: number
  /** The pause that `Retry-After` asks for (RFC 9110, 10.2.3). */
  retryAfterMs?: number
  cause?: unknown
}

const mark = Symbol.for('plugins/contract ProviderError')

/**
 * The only error a provider throws. Its message contains no key, no prompt and no user text, so it is safe to log.
 * `instanceof` checks a symbol instead of the class, because a provider from npm has its own copy of the class.
 */
export class ProviderError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== ProviderError) return Function.prototype[Symbol.hasInstance].call(this, value)
    return typeof value === 'object' && value !== null && mark in value
  }

  get [mark](): true {
    return true
  }

  readonly code: ProviderErrorCode
  readonly status: number | null
  readonly retryAfterMs: number | null

  constructor(code: ProviderErrorCode, message: string, options: ProviderErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'ProviderError'
    this.code = code
    this.status = options.status ?? null
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Converts any other error to `unavailable`. Drops the original error, because its message may quote anything. */
export const asProviderError = (error: unknown): ProviderError =>
  error instanceof ProviderError
    ? error
    : new ProviderError('unavailable', 'The provider failed with an unexpected error.')
