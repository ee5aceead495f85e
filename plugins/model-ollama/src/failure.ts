import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200 } from '../../contract/http_failure.ts'

export function failureOfBody(
  model: string,
  status: number,
  headers: Record<string, string>,
  text: string
): ProviderError {
  const message = errorIn(text) ?? ''
  // Ollama reports a picture that it can't read, or that the model can't see, as a failure of the server.
  const known = refusesPicture(message) && status >= 500 ? 400 : status
  return operatorFailure(model, message, status) ?? failureOfStatus(known, headers, { message })
}

/** Returns the failure for a response under HTTP 200 that isn't a stream. Without an error, this is `invalid_response`. */
export function failureOfText(model: string, text: string): ProviderError {
  const error = errorIn(text)
  if (error !== null) return failureOfLine(model, error)
  return new ProviderError('invalid_response', 'Ollama sent a response that is not a chat. Check its address.', {
    status: 200,
  })
}

/** Returns the failure for a line `{"error": "…"}`. Errors have no code (https://docs.ollama.com/api/errors). */
export function failureOfLine(model: string, error: unknown): ProviderError {
  const message = typeof error === 'string' ? error : ''
  return operatorFailure(model, message, 200) ?? failureUnder200(null, { message })
}

/**
 * Returns the failure for a problem that only the operator can fix, or null. Never quotes Ollama's message. The model's name comes from the
 * configuration.
 */
function operatorFailure(model: string, message: string, status: number): ProviderError | null {
  if (/model .*not found/i.test(message))
    return new ProviderError(
      'misconfigured',
      `Ollama does not have the model ${model}. Run 'ollama pull ${model}' on its machine, or configure another model.`,
      { status }
    )
  if (/more system memory|out of memory/i.test(message))
    return new ProviderError(
      'misconfigured',
      `Ollama lacks the memory for the model ${model} with this context. Configure a smaller model, or lower contextTokens.`,
      { status }
    )
  return null
}

const refusesPicture = (message: string): boolean =>
  /(?:image|vision|multimodal).{0,60}(?:not supported|unsupported|invalid|unknown format|fail)|(?:does not support|missing data required for|failed to (?:decode|process|load)).{0,40}(?:image|vision|multimodal)/i.test(
    message
  )

function errorIn(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : null
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}
