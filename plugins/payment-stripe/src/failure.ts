import Stripe from 'stripe'
import { ProviderError, type ProviderErrorCode } from '../../contract/errors.ts'
import { retryAfterMs } from '../../contract/http_failure.ts'
import type { TransportClient } from './transport_client.ts'

const byStatus: Record<number, ProviderErrorCode> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'misconfigured',
  405: 'misconfigured',
  408: 'timeout',
  // The same order is being asked for at this moment; a little later it has its answer.
  409: 'unavailable',
  429: 'rate_limited',
  504: 'timeout',
}

const sentences: Partial<Record<ProviderErrorCode, string>> = {
  bad_request: 'it refused the request',
  unauthorized: 'it refused the key; check the secret key and what it is allowed',
  misconfigured: 'this is not its API; check the address',
  rate_limited: 'it asks for a pause',
  timeout: 'it took too long',
}

/** Whatever the SDK threw, as the contract has it. Nothing of it is kept: its errors quote the request, the answer and the key. */
export function failureOf({ failure, answered }: TransportClient, nowMs: number = Date.now()): ProviderError {
  if (failure !== null) return failure
  if (answered === null)
    return new ProviderError('misconfigured', 'Stripe can not be asked: its settings are malformed.')
  const { status, headers } = answered
  if (status >= 200 && status < 300) return unreadable()
  const code = byStatus[status] ?? (status >= 500 ? 'unavailable' : status >= 400 ? 'bad_request' : 'misconfigured')
  const pauseMs = retryAfterMs(headers['retry-after'], nowMs)
  const sentence = sentences[code] ?? 'it is not available'
  return new ProviderError(code, `Stripe answered ${status}: ${sentence}.`, {
    status,
    ...(pauseMs === null ? {} : { retryAfterMs: pauseMs }),
  })
}

/** Whether Stripe itself said that there is no such object; a 404 of anybody else is none of its. */
export const saysUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.statusCode === 404 &&
  error.code === 'resource_missing'

export const unreadable = () =>
  new ProviderError('invalid_response', 'Stripe answered with something that is no checkout.', { status: 200 })
