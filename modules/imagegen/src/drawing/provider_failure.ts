import type { Logger } from '@adonisjs/core/logger'
import type { ProviderError, ProviderErrorCode } from '#plugins/contract/errors'
import type { PictureMakeFailure } from '../picture_maker.ts'

/** Longer waits from providers are cut to this. */
const retryAfterMaxSeconds = 3_600

/** Maps a provider's error to a failure for the user. Problems that only the operator can fix become `unavailable`. */
export const toMakeFailure = ({ code, retryAfterMs }: ProviderError): PictureMakeFailure => {
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

/** The sentences for users whose drawing failed. */
export const failureSentences = {
  content_filtered: 'The model’s content rules refused this prompt. Please put it another way.',
  refused: 'The model can’t generate this. Please shorten the prompt, or choose another model.',
  unavailable: 'Pictures can’t be generated right now. Please try again later.',
  timeout: 'The picture took too long. Please try again.',
  bad_picture: 'The model returned no usable picture. Please try again.',
} as const

/** Logs a provider's error. Its message is safe to log. An error that only the operator can fix is logged as such. */
export const logProviderFailure = (
  logger: Pick<Logger, 'warn' | 'error'>,
  error: ProviderError,
  about: object,
  message: string
): void => {
  const details = { ...about, code: error.code, status: error.status, reason: error.message }
  logger[needsOperator(error) ? 'error' : 'warn'](details, message)
}

/** Whether the operator must act, because a retry won't help. */
const needsOperator = ({ code }: ProviderError): boolean =>
  code === 'unauthorized' || code === 'quota_exhausted' || code === 'misconfigured'

/** Whether the failure counts against the hourly limit. The provider works on refused prompts, too. */
export const isUserFault = ({ kind }: PictureMakeFailure): boolean =>
  kind === 'content_filtered' || kind === 'refused' || kind === 'cancelled'
