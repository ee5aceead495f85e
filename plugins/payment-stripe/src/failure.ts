import Stripe from 'stripe'
import { ProviderError, type ProviderErrorCode } from '../../contract/errors.ts'
import { retryAfterMs } from '../../contract/http_failure.ts'
import type { TransportFetch } from './transport_fetch.ts'

const byStatus: Record<number, ProviderErrorCode> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'misconfigured',
  405: 'misconfigured',
  408: 'timeout',
  // Another request with the same idempotency key is in progress.
  409: 'unavailable',
  429: 'rate_limited',
  504: 'timeout',
}

const reasons: Partial<Record<ProviderErrorCode, string>> = {
  bad_request: 'it refused the request',
  unauthorized: 'it refused the key. Check the secret key and its permissions',
  misconfigured: 'this is not its API. Check the address',
  rate_limited: 'too many requests',
  timeout: 'it took too long',
}

/** Returns the `ProviderError` for a failed call. Drops the SDK's error, which quotes the request, the response and the key. */
export function failureOf({ failure, answered }: TransportFetch, nowMs: number = Date.now()): ProviderError {
  if (failure !== null) return failure
  if (answered === null)
    return new ProviderError('misconfigured', "Stripe can't be called: its settings are malformed.")
  const { status, headers } = answered
  if (status >= 200 && status < 300) return unreadable()
  const code = byStatus[status] ?? (status >= 500 ? 'unavailable' : status >= 400 ? 'bad_request' : 'misconfigured')
  const pauseMs = retryAfterMs(headers['retry-after'], nowMs)
  const reason = reasons[code] ?? 'it is unavailable'
  return new ProviderError(code, `Stripe answered ${status}: ${reason}.`, {
    status,
    ...(pauseMs === null ? {} : { retryAfterMs: pauseMs }),
  })
}

/** Whether Stripe itself reports an unknown object. False for a 404 from a proxy. */
export const isUnknownObject = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.statusCode === 404 &&
  error.code === 'resource_missing'

export const unreadable = () =>
  new ProviderError('invalid_response', 'Stripe answered with something that is not a checkout session.', {
    status: 200,
  })
