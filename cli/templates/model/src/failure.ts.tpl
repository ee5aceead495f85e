import { ProviderError } from '../../contract/errors.ts'
import { failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

/** What an error body says about itself: `{"error": {"code", "message"}}`. For sorting alone. */
export function hintsOf(text: string): FailureHints {
  return hintsOfError(errorIn(text))
}

/** The error of an event in the stream. No message quotes the vendor's: it may repeat the prompt. */
export function failureOf(error: unknown): ProviderError {
  return failureUnder200(null, hintsOfError(error))
}

/** For an answer under 200 that is no stream: the error object it is, else nonsense. */
export function notAStream(text: string): ProviderError {
  const error = errorIn(text)
  if (error !== null) return failureOf(error)
  return new ProviderError('invalid_response', 'The provider answered with no stream.', {
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
