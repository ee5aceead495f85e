import { ProviderError } from '../../contract/errors.ts'
import { failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

/** Classifies an error body, `{"error": {"code", "message"}}`. */
export function hintsOf(text: string): FailureHints {
  return hintsOfError(errorIn(text))
}

/** Returns the failure for an error event. Never quote the vendor's message, because it may repeat the prompt. */
export function failureOf(error: unknown): ProviderError {
  return failureUnder200(null, hintsOfError(error))
}

/** Returns the failure for a response with status 200 that isn't a stream. */
export function notAStream(text: string): ProviderError {
  const error = errorIn(text)
  if (error !== null) return failureOf(error)
  return new ProviderError('invalid_response', 'The provider sent a response that is not a stream.', {
    status: 200,
  })
}

function hintsOfError(error: unknown): FailureHints {
  const { code, message } = fieldsOf(error)
  return {
    kind: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
  }
}

function errorIn(text: string): unknown {
  try {
    return fieldsOf(JSON.parse(text)).error ?? null
  } catch {
    return null
  }
}

const fieldsOf = (value: unknown): { error?: unknown; code?: unknown; message?: unknown } =>
  typeof value === 'object' && value !== null ? value : {}
