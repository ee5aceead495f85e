import type { ProviderError, ProviderErrorCode } from '#plugins/contract/errors'
import type { PictureMakeFailure } from '../picture_maker.ts'

/** A provider that asks for more patience than this is not believed. */
const retryAfterMaxSeconds = 3_600

/** What a provider's failure means for who asked. What only the operator can mend is not theirs to read about. */
export const failureOf = ({ code, retryAfterMs }: ProviderError): PictureMakeFailure => {
  const kind = kinds[code]
  if (kind !== 'unavailable') return { kind }
  const retryAfterSeconds =
    retryAfterMs === null ? null : Math.min(retryAfterMaxSeconds, Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  return { kind, retryAfterSeconds }
}

const kinds: Record<ProviderErrorCode, 'content_filtered' | 'refused' | 'unavailable' | 'timeout' | 'bad_picture'> = {
  content_filtered: 'content_filtered',
  bad_request: 'refused',
  context_too_long: 'refused',
  rate_limited: 'unavailable',
  unavailable: 'unavailable',
  cut_off: 'unavailable',
  unauthorized: 'unavailable',
  quota_exhausted: 'unavailable',
  misconfigured: 'unavailable',
  timeout: 'timeout',
  invalid_response: 'bad_picture',
}

/** Whether an operator should look: it will not pass by itself. */
export const isOperators = ({ code }: ProviderError): boolean =>
  code === 'unauthorized' || code === 'quota_exhausted' || code === 'misconfigured'

/** Whether who asked made it fail, so that it counts as a picture of the hour: a refused prompt was work for the provider too. */
export const isOwnFault = ({ kind }: PictureMakeFailure): boolean =>
  kind === 'content_filtered' || kind === 'refused' || kind === 'cancelled'
