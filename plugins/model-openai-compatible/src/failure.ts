import { ProviderError } from '../../contract/errors.ts'
import { failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

interface ErrorFields {
  code?: unknown
  type?: unknown
  message?: unknown
  status?: unknown
}

/** What an error body says, in the shapes met: `{error: {…}}`, `{error: "…"}`, and the fields at the top (older vLLM). */
export function hintsOf(text: string): FailureHints {
  try {
    return hintsOfError(errorIn(JSON.parse(text)))
  } catch {
    return {}
  }
}

/** The error in a parsed event or body; null where there is none. */
export function errorIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null
  if ('error' in value && value.error) return value.error
  return 'object' in value && value.object === 'error' ? value : null
}

export function failureOfError(error: unknown): ProviderError {
  const { code, status } = fieldsOf(error)
  const number = [code, status].find((value) => typeof value === 'number')
  return failureUnder200(typeof number === 'number' ? number : null, hintsOfError(error))
}

/** For an answer under 200 that is no stream: the error object it is, else `invalid_response`. */
export function failureOfText(text: string): ProviderError {
  try {
    const error = errorIn(JSON.parse(text))
    if (error !== null) return failureOfError(error)
  } catch {
    // Not JSON: no error object either.
  }
  return new ProviderError('invalid_response', 'The provider answered with something that is no event stream.', {
    status: 200,
  })
}

function hintsOfError(error: unknown): FailureHints {
  if (typeof error === 'string') return { message: error }
  const { code, type, message } = fieldsOf(error)
  return {
    kind: [code, type].filter((value) => typeof value === 'string').join(' '),
    message: typeof message === 'string' ? message : '',
  }
}

const fieldsOf = (error: unknown): ErrorFields => (typeof error === 'object' && error !== null ? error : {})
