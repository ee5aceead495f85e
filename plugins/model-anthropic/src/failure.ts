import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200, type FailureHints } from '../../contract/http_failure.ts'

/** Which status each type goes with; in a stream the type comes without one. https://platform.claude.com/docs/en/api/errors */
const statuses: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

export function failureOfStatusAndText(status: number, headers: Record<string, string>, text: string): ProviderError {
  return failureOfStatus(status, headers, hintsOf(errorIn(text)))
}

/** For an answer under 200 that is no stream: the error object it is, else `invalid_response`. */
export function failureOfText(text: string): ProviderError {
  const error = errorIn(text)
  if (error !== null) return failureOfError(error)
  return new ProviderError('invalid_response', 'The provider answered with something that is no event stream.', {
    status: 200,
  })
}

/** An `error` event's: `{type, message}`. */
export function failureOfError(error: unknown): ProviderError {
  const hints = hintsOf(error)
  return failureUnder200(statuses[fieldsOf(error).type as string] ?? null, hints)
}

function hintsOf(error: unknown): FailureHints {
  const { type, message } = fieldsOf(error)
  const said = typeof message === 'string' ? message : ''
  // A used-up account is a bad request like any other, but for its sentence.
  const isUsedUp = /credit balance|usage limits|spend limit/i.test(said)
  return { kind: isUsedUp ? 'billing' : typeof type === 'string' ? type : '', message: said }
}

/** Bodies are `{type: 'error', error: {type, message}}`. */
function errorIn(text: string): unknown {
  try {
    return fieldsOf(JSON.parse(text)).error ?? null
  } catch {
    return null
  }
}

const fieldsOf = (value: unknown): { type?: unknown; message?: unknown; error?: unknown } =>
  typeof value === 'object' && value !== null ? value : {}
