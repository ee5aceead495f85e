import { randomFillSync } from 'node:crypto'
import { v7, validate } from 'uuid'
import { idShape } from './path_segment.ts'

/** Random bytes for many ids at once: asking for a few each time costs more than the rest of a new id. */
const random = new Uint8Array(4096)
let used = random.length

/** A new id: UUIDv7 (RFC 9562), so ids made in a later millisecond sort later on one machine. Not an order of commits. */
export const newId = (): string => {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  return v7({ random: random.subarray(used, (used += 16)) })
}

/** What is smaller than any id made from this moment on (milliseconds since 1970), and greater than those made before it. */
export const earliestIdAt = (ms: number): string => {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Of a part of an address that is an id. The framework's own takes every letter for a hex digit, and the database does not. */
export const idInPath = {
  match: idShape,
  cast: (id: string) => id.toLowerCase(),
}

/** Whether a text from outside could be one of our ids. */
export const isId = (text: unknown): text is string => typeof text === 'string' && validate(text)
