import type { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

/** Returns the failure for a status outside 2xx. The body is `{"error": {"code", "message"}}`. */
export function failureOfAnswer(status: number, headers: Record<string, string>, text: string): ProviderError {
  let error: unknown
  try {
    error = Object(JSON.parse(text)).error
  } catch {
    error = null
  }
  return failureOfStatus(status, headers, hintsOf(error))
}

/** Returns the failure for an error with status 200. Never quote the vendor's message, because it may repeat the prompt. */
export const failureOfError = (error: unknown): ProviderError => failureUnder200(null, hintsOf(error))

/** Classifies the error. A code with `content_filter`, `content_policy` or `moderation` becomes `content_filtered`. */
function hintsOf(error: unknown): FailureHints {
  const { code, message } = Object(error) as Record<string, unknown>
  return { kind: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' }
}
