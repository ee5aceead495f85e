import { randomFillSync } from 'node:crypto'
import { NIL, v7, validate } from 'uuid'

/** The nil UUID. It matches no row. */
export const nilUuid: string = NIL

/** Random bytes for many ids, because a call to the system's random generator costs more than the rest of a new id. */
const random = new Uint8Array(4096)
let used = random.length

/** Returns a new UUIDv7 (RFC 9562). On one machine, ids from a later millisecond sort later. The order of commits may differ. */
export const newId = (): string => {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  return v7({ random: random.subarray(used, (used += 16)) })
}

/** Returns the lower bound of ids that are created at or after this time, in milliseconds since 1970. */
export const earliestIdAt = (ms: number): string => {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Validates an untrusted id. */
export const isId = (text: unknown): text is string => typeof text === 'string' && validate(text)
