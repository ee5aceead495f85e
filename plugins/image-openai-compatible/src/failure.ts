import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

/** OpenAI's codes are `moderation_blocked` and `content_policy_violation`; others have only a sentence. */
const refused = /safety system|content (policy|filter)|moderation|nsfw/i

/** An answer that is no 2xx: `{error: {message, type, code}}`, or `{error: "…"}`. */
export function failureOfAnswer(status: number, headers: Record<string, string>, text: string): ProviderError {
  let error: unknown
  try {
    error = Object(JSON.parse(text)).error
  } catch {
    error = undefined
  }
  return failureOfStatus(status, headers, hintsOf(error, status))
}

/** An error object that came under 200. */
export const failureOfError = (error: unknown): ProviderError => failureUnder200(null, hintsOf(error, 400))

/** The sentence sorts and is never repeated. */
function hintsOf(error: unknown, status: number): FailureHints {
  const { message, type, code } = Object(error) as Record<string, unknown>
  const sentence = typeof error === 'string' ? error : typeof message === 'string' ? message : ''
  const kinds = [type, code].filter((kind) => typeof kind === 'string')
  // Only where it can be the request's fault: a refused key is no refused prompt.
  if ([400, 422].includes(status) && refused.test(sentence)) kinds.push('content_filter')
  return { kind: kinds.join(' '), message: sentence }
}
