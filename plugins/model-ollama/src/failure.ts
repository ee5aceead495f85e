import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200 } from '../../contract/http_failure.ts'

export function failureOfStatusAndText(
  model: string,
  status: number,
  headers: Record<string, string>,
  text: string
): ProviderError {
  const message = errorIn(text) ?? ''
  return operatorsOwn(model, message, status) ?? failureOfStatus(status, headers, { message })
}

/** For an answer under 200 that is no stream: the error object it is, else `invalid_response`. */
export function failureOfText(model: string, text: string): ProviderError {
  const error = errorIn(text)
  if (error !== null) return failureOfLine(model, error)
  return new ProviderError('invalid_response', 'Ollama answered with something that is no chat: check its address.', {
    status: 200,
  })
}

/** A line `{"error": "…"}`: errors have a sentence and nothing else (https://docs.ollama.com/api/errors). */
export function failureOfLine(model: string, error: unknown): ProviderError {
  const message = typeof error === 'string' ? error : ''
  return operatorsOwn(model, message, 200) ?? failureUnder200(null, { message })
}

/** What only the operator can mend is said with how. The sentence itself is never repeated; the model's name is the operator's own. */
function operatorsOwn(model: string, message: string, status: number): ProviderError | null {
  if (/model .*not found/i.test(message))
    return new ProviderError(
      'misconfigured',
      `Ollama does not have the model ${model}: run 'ollama pull ${model}' where it runs, or name one it has.`,
      { status }
    )
  if (/more system memory|out of memory/i.test(message))
    return new ProviderError(
      'misconfigured',
      `Ollama has not the memory for the model ${model} with this context: name a smaller one, or lower contextTokens.`,
      { status }
    )
  return null
}

function errorIn(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : null
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}
