/**
 * Why a provider could not do its work, sorted by who can act on it:
 * the caller (`bad_request`, `context_too_long`, `content_filtered`), time (`rate_limited`, `unavailable`, `timeout`),
 * the operator (`unauthorized`, `quota_exhausted`, `misconfigured`), or the provider itself (`invalid_response`, `cut_off`).
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
  /** The upstream's HTTP status, where there was one. */
  status?: number
  /** How long the upstream asked to wait, from `Retry-After` (RFC 9110, 10.2.3). */
  retryAfterMs?: number
  cause?: unknown
}

const mark = Symbol.for('plugins/contract ProviderError')

/**
 * The only error a provider throws. Its message is for logs: it names no key, no prompt and no person's words.
 * Known by its mark and not by its class: a provider that is an npm package brings a class of its own.
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

/** `error` itself where it is one, else `unavailable`. The stranger is not kept as the cause: its message may quote anything. */
export const asProviderError = (error: unknown): ProviderError =>
  error instanceof ProviderError
    ? error
    : new ProviderError('unavailable', 'The provider could not be used: something unforeseen failed.')
