import { ProviderError } from '../../contract/errors.ts'
import { failureOfPrediction } from './failure.ts'

/** An unvalidated prediction (https://replicate.com/docs/topics/predictions/lifecycle). */
export interface Prediction {
  id: unknown
  status: unknown
  output: unknown
  error: unknown
}

/** Whether the prediction is running. With `Prefer: wait`, the output may arrive before the status changes. */
export const isRunning = ({ status, output }: Partial<Prediction>): boolean =>
  (status === 'starting' || status === 'processing') && (output === undefined || output === null)

/** Returns the link of an ended prediction. Throws the prediction's failure, or `invalid_response`. */
export function linkOf({ status, output, error }: Partial<Prediction>): unknown {
  if (status === 'failed' || status === 'canceled' || status === 'aborted') throw failureOfPrediction(status, error)
  // Some models return a list.
  const link: unknown = Array.isArray(output) ? output[0] : output
  if (link !== undefined && link !== null) return link
  throw new ProviderError('invalid_response', 'Replicate sent no prediction, or one without a picture.')
}

/** Returns the prediction's id. URLs are built from the id and never taken from the response, because they receive the token. */
export function idOf({ id }: Partial<Prediction>): string {
  if (typeof id === 'string' && /^[a-z0-9]{1,64}$/i.test(id)) return id
  throw new ProviderError('invalid_response', 'Replicate sent a prediction without an id.')
}

/** Whether a URL is a file on replicate.delivery or a subdomain (https://replicate.com/docs/topics/predictions/output-files). */
export const isReplicateFile = (url: URL): boolean =>
  url.protocol === 'https:' &&
  url.port === '' &&
  (url.hostname === 'replicate.delivery' || url.hostname.endsWith('.replicate.delivery'))
