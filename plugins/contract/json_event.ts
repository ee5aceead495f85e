import { ProviderError } from './errors.ts'

/**
 * Parses an event's data as a JSON object, without validating its fields. Throws `invalid_response` for anything else. Omits the cause,
 * because a SyntaxError quotes the text.
 */
export function jsonEvent<Fields extends object>(data: string): Partial<Fields> {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    throw new ProviderError('invalid_response', 'The provider sent an event that is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProviderError('invalid_response', 'The provider sent an event that is not a JSON object.')
  }
  return value as Partial<Fields>
}
