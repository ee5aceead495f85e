import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'

/** Replicate's own words for a prompt or a picture that its rules or the model's checker refused; E005 is its number for that. */
const refused = /nsfw|sensitive|E005|safety|content policy|moderation/i

/** An answer that is no 2xx: `{title, detail, status}`, some without a title. */
export function failureOfAnswer(status: number, headers: Record<string, string>, text: string): ProviderError {
  const { title, detail } = fieldsOf(text)
  const says = [title, detail].filter((field) => typeof field === 'string').join(' ')
  if (status === 422 && /version/i.test(says) && /permi|exist/i.test(says))
    return new ProviderError(
      'misconfigured',
      'Replicate does not have this model in this version any more: name another in the models of its configuration.',
      { status }
    )
  const kind = status < 500 && status !== 401 && refused.test(says) ? 'content_filter' : ''
  return failureOfStatus(status, headers, { kind })
}

/** Why a prediction has no picture, from the status it ended with and its sentence, which is never repeated. */
export function failureOfPrediction(status: unknown, error: unknown): ProviderError {
  if (status === 'canceled' || status === 'aborted')
    return new ProviderError('timeout', 'Replicate ended the prediction before the picture was done.', { status: 200 })
  return typeof error === 'string' && refused.test(error)
    ? new ProviderError('content_filtered', "Replicate's content rules refused the prompt or the picture.", {
        status: 200,
      })
    : new ProviderError('unavailable', 'Replicate could not draw the picture: the prediction failed.', { status: 200 })
}

function fieldsOf(text: string): { title?: unknown; detail?: unknown } {
  try {
    return Object(JSON.parse(text)) as { title?: unknown; detail?: unknown }
  } catch {
    return {}
  }
}
