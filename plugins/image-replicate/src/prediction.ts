import { ProviderError } from '../../contract/errors.ts'
import { failureOfPrediction } from './failure.ts'

/** A prediction, unvalidated (https://replicate.com/docs/topics/predictions/lifecycle). */
export interface Prediction {
  id: unknown
  status: unknown
  output: unknown
  error: unknown
}

/** With `Prefer: wait` the output may arrive before the status changes. */
export const isRunning = ({ status, output }: Partial<Prediction>): boolean =>
  (status === 'starting' || status === 'processing') && (output === undefined || output === null)

/** The link of an ended prediction. Throws its failure, or `invalid_response`. */
export function linkOf({ status, output, error }: Partial<Prediction>): unknown {
  if (status === 'failed' || status === 'canceled' || status === 'aborted') throw failureOfPrediction(status, error)
  // Some models return a list.
  const link: unknown = Array.isArray(output) ? output[0] : output
  if (link !== undefined && link !== null) return link
  throw new ProviderError('invalid_response', 'Replicate sent no prediction, or one without a picture.')
}

/** URLs are built from the id, never taken from the response, because they receive the token. */
export function idOf({ id }: Partial<Prediction>): string {
  if (typeof id === 'string' && /^[a-z0-9]{1,64}$/i.test(id)) return id
  throw new ProviderError('invalid_response', 'Replicate sent a prediction without an id.')
}

/** Files are on replicate.delivery and its subdomains (https://replicate.com/docs/topics/predictions/output-files). */
export const isReplicateFile = (url: URL): boolean =>
  url.protocol === 'https:' &&
  url.port === '' &&
  (url.hostname === 'replicate.delivery' || url.hostname.endsWith('.replicate.delivery'))
