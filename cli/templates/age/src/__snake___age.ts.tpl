import type { AgeProvider } from '../../contract/age.ts'
import { refuseInvalidCheck } from '../../contract/age_check.ts'
import { askForJson } from '../../contract/ask_for_json.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import { isWebAddress } from '../../contract/payment_order.ts'
import type { Transport, TransportRequest } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'

export interface __Pascal__Options {
  baseUrl: string
  apiKey: string
  /** The time limit for one call. Default 10,000. */
  timeoutMs?: number
}

export interface __Pascal__Deps {
  transport?: Transport
}

/** Verifies with __name__ that people are of age. Throws `misconfigured` for an invalid `baseUrl`. */
export function __camel__Age(options: __Pascal__Options, deps: __Pascal__Deps = {}): AgeProvider {
  const { baseUrl, timeoutMs = 10_000 } = options
  const transport = deps.transport ?? httpTransport
  const checks = endpointOf(baseUrl, '/checks')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${options.apiKey}` }
  const ask = <Fields extends object>(call: TransportRequest, caller: AbortSignal) =>
    withTimeout(timeoutMs, caller, (signal) =>
      askForJson<Fields>(
        transport,
        { call, bytesMax: 64 * 1024, failureOfStatus: (status, received) => failureOfStatus(status, received) },
        signal
      )
    )

  return {
    name: '__name__',
    label: '__Pascal__',

    async begin(check, signal) {
      refuseInvalidCheck(check)
      const call = { method: 'POST', url: checks, headers, body: JSON.stringify(check) } as const
      const { url, reference } = await ask<{ url: unknown; reference: unknown }>(call, signal)
      if (!isWebAddress(url) || typeof reference !== 'string' || reference === '')
        throw new ProviderError('invalid_response', '__name__ sent no address for the check.')
      return { url, reference }
    },

    async lookUp(reference, signal) {
      if (!/^[\w-]{1,200}$/.test(reference)) return null
      try {
        const { state } = await ask<{ state: unknown }>({ method: 'GET', url: `${checks}/${reference}`, headers }, signal)
        return state === 'passed' ? 'of_age' : state === 'failed' ? 'under_age' : 'pending'
      } catch (error) {
        if (error instanceof ProviderError && error.status === 404) return null
        throw error
      }
    },
  }
}
