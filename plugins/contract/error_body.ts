import { ProviderError } from './errors.ts'
import { failureUnder200, type FailureHints } from './http_failure.ts'

interface ErrorFields {
  code?: unknown
  type?: unknown
  message?: unknown
  msg?: unknown
  error_description?: unknown
  status?: unknown
}

/**
 * Returns the error in a parsed body or event: its `error`, or the value itself if it is shaped like an error. Null without an error.
 */
export function errorIn(value: unknown): unknown {
  // Gemini sends a list with one error.
  if (Array.isArray(value)) return errorIn(value[0])
  if (typeof value !== 'object' || value === null) return null
  if ('error' in value && value.error) return value.error
  if ('errors' in value && Array.isArray(value.errors) && value.errors.length > 0) return value.errors[0]
  if ('detail' in value && value.detail) return detailOf(value.detail)
  const { object, type, message, msg } = value as Record<string, unknown>
  return object === 'error' || type === 'error' || typeof message === 'string' || typeof msg === 'string' ? value : null
}

/** Returns the error of FastAPI, whose `detail` is a text or a list of `{loc, msg}`. */
const detailOf = (detail: unknown): unknown => (Array.isArray(detail) ? { message: JSON.stringify(detail) } : detail)

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
  const { code, type, status, message, msg, error_description: description } = errorFields(error)
  const text = [message, msg, description].find((field) => typeof field === 'string' && field !== '')
  return {
    kind: [code, type, status].filter((field) => typeof field === 'string').join(' '),
    message: typeof text === 'string' ? text : Array.isArray(message) ? JSON.stringify(message) : '',
  }
}

/** Returns the failure for an error object under HTTP 200. Uses a `code` or `status` that is a number as the HTTP status. */
export function failureOfError(error: unknown): ProviderError {
  const { code, status } = errorFields(error)
  const number = [code, status].map(Number).find((field) => Number.isInteger(field) && field >= 400)
  return failureUnder200(number ?? null, hintsOf(error))
}

/** Returns the failure for a response under HTTP 200 that isn't a stream. Without an error object, this is `invalid_response`. */
export function failureOfText(text: string, ofError = failureOfError): ProviderError {
  const error = errorInText(text)
  if (error !== null) return ofError(error)
  return new ProviderError('invalid_response', 'The provider sent a response that is not a stream.', { status: 200 })
}

export const errorFields = (error: unknown): ErrorFields => (typeof error === 'object' && error !== null ? error : {})
