import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'

/** Replicate's wording for refused prompts and pictures. E005 is its error code for them. */
const refused = /nsfw|sensitive|E005|safety|content policy|moderation/i

/** Returns the failure for a status outside 2xx. The body is `{title, detail, status}`, sometimes without a title. */
export function failureOfAnswer(status: number, headers: Record<string, string>, text: string): ProviderError {
  const { title, detail } = fieldsOf(text)
  const message = [title, detail].filter((field) => typeof field === 'string').join(' ')
  if (status === 422 && /version/i.test(message) && /permi|exist/i.test(message))
    return new ProviderError(
      'misconfigured',
      'Replicate no longer has this version of the model. Configure another one in `models`.',
      { status }
    )
  const kind = status < 500 && status !== 401 && refused.test(message) ? 'content_filter' : ''
  return failureOfStatus(status, headers, { kind })
}

/** Returns the failure for a prediction that ended without a picture. Replicate's message classifies the error but is never quoted. */
export function failureOfPrediction(status: unknown, error: unknown): ProviderError {
  if (status === 'canceled' || status === 'aborted')
    return new ProviderError('timeout', 'Replicate ended the prediction before the picture was done.', { status: 200 })
  return typeof error === 'string' && refused.test(error)
    ? new ProviderError('content_filtered', "Replicate's content rules refused the prompt or the picture.", {
        status: 200,
      })
    : new ProviderError('unavailable', 'Replicate could not draw the picture. The prediction failed.', { status: 200 })
}

function fieldsOf(text: string): { title?: unknown; detail?: unknown } {
  try {
    return Object(JSON.parse(text)) as { title?: unknown; detail?: unknown }
  } catch {
    return {}
  }
}
