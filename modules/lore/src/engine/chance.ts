import { createHash } from 'node:crypto'
import type { Seed } from './types.ts'

/** A number in (0, 100] that depends on nothing but the seed and the subject. 0 % never happens, 100 % always. */
export const roll = ({ chat, message }: Seed, subject: string): number => {
  const hash = createHash('sha256')
    .update(JSON.stringify([chat, message, subject]))
    .digest()
  return 100 * (1 - hash.readUIntBE(0, 6) / 2 ** 48)
}
