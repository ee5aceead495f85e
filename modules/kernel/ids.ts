import { v7, validate } from 'uuid'

/** A new id: UUIDv7 (RFC 9562), so ids made later sort later on one machine. Not an order of commits. */
export const newId = (): string => v7()

/** Whether a text from outside could be one of our ids. */
export const isId = (text: unknown): text is string => typeof text === 'string' && validate(text)
