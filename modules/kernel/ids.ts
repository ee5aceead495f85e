import { randomFillSync } from 'node:crypto'
import { v7, validate } from 'uuid'

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

/** Whether a text from outside could be one of our ids. */
export const isId = (text: unknown): text is string => typeof text === 'string' && validate(text)
