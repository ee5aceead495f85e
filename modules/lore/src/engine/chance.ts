import { createHash } from 'node:crypto'
import type { Seed } from './types.ts'

/** Returns a number in (0, 100] that depends only on the seed and the subject. A chance of 0 % never succeeds, 100 % always does. */
export const roll = ({ chat, message }: Seed, subject: string): number => {
  const hash = createHash('sha256')
    .update(JSON.stringify([chat, message, subject]))
    .digest()
  return 100 * (1 - hash.readUIntBE(0, 6) / 2 ** 48)
}
