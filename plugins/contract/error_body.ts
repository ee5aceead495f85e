import { ProviderError } from './errors.ts'
import { failureUnder200, type FailureHints } from './http_failure.ts'

interface ErrorFields {
  code?: unknown
  type?: unknown
  message?: unknown
  status?: unknown
}

/** Returns the error in a parsed body or event: its `error`, or the value itself if its `object` is 'error'. Null without an error. */
export function errorIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null
  if ('error' in value && value.error) return value.error
  return 'object' in value && value.object === 'error' ? value : null
}

/** Parses the text of a body and returns its error as `errorIn` does. Null if the text isn't JSON. */
export function errorInText(text: string): unknown {
  try {
    return errorIn(JSON.parse(text))
  } catch {
    return null
  }
}

/** Reads `code`, `type` and `message` of an error object, for `failureOfStatus` and `failureUnder200`. */
export function hintsOf(error: unknown): FailureHints {
  if (typeof error === 'string') return { message: error }
  const { code, type, message } = errorFields(error)
  return {
    kind: [code, type].filter((field) => typeof field === 'string').join(' '),
    message: typeof message === 'string' ? message : '',
  }
}

/** Returns the failure for an error object under HTTP 200. Uses a numeric `code` or `status` as the HTTP status. */
export function failureOfError(error: unknown): ProviderError {
  const { code, status } = errorFields(error)
  const number = [code, status].find((field) => typeof field === 'number')
  return failureUnder200(typeof number === 'number' ? number : null, hintsOf(error))
}

/** Returns the failure for a response under HTTP 200 that isn't a stream. Without an error object, this is `invalid_response`. */
export function failureOfText(text: string, ofError = failureOfError): ProviderError {
  const error = errorInText(text)
  if (error !== null) return ofError(error)
  return new ProviderError('invalid_response', 'The provider sent a response that is not a stream.', { status: 200 })
}

export const errorFields = (error: unknown): ErrorFields => (typeof error === 'object' && error !== null ? error : {})
