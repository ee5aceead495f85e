import { ProviderError } from '../../contract/errors.ts'
import { failureOfPrediction } from './failure.ts'

/** A prediction as far as it is looked at (https://replicate.com/docs/topics/predictions/lifecycle). Anything may be of another type. */
export interface Prediction {
  id: unknown
  status: unknown
  output: unknown
  error: unknown
}

/** With `Prefer: wait` the output comes as soon as its files are there, which may be before the status says so. */
export const isUnderWay = ({ status, output }: Partial<Prediction>): boolean =>
  (status === 'starting' || status === 'processing') && (output === undefined || output === null)

/** The link of a prediction that is over. Throws what it failed with, or `invalid_response`. */
export function linkOf({ status, output, error }: Partial<Prediction>): unknown {
  if (status === 'failed' || status === 'canceled' || status === 'aborted') throw failureOfPrediction(status, error)
  // Some models give a list.
  const link: unknown = Array.isArray(output) ? output[0] : output
  if (link !== undefined && link !== null) return link
  throw new ProviderError('invalid_response', 'Replicate answered with no prediction, or with one that has no picture.')
}

/** For addresses, which are made of it and never taken from the answer: the key goes where they lead. */
export function idOf({ id }: Partial<Prediction>): string {
  if (typeof id === 'string' && /^[a-z0-9]{1,64}$/i.test(id)) return id
  throw new ProviderError('invalid_response', 'Replicate answered with a prediction that has no id.')
}

/** Replicate's files are at replicate.delivery and below (https://replicate.com/docs/topics/predictions/output-files). */
export const isReplicates = (url: URL): boolean =>
  url.protocol === 'https:' &&
  url.port === '' &&
  (url.hostname === 'replicate.delivery' || url.hostname.endsWith('.replicate.delivery'))
