import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base 32: digits and letters that people don't confuse. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 bits, 5 per character. */
const length = 16

/** Returns a new random code, such as `7K3M-QX9D-0RTA-VW52`. */
export const newCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** Returns the hash by which a code is stored. Ignores case, spaces and hyphens, and reads O as 0, I and L as 1. */
export const hashOfCode = (typed: string): Buffer =>
  createHash('sha256')
    .update(
      typed
        .toUpperCase()
        .replace(/[^0-9A-Z]/g, '')
        .replaceAll('O', '0')
        .replace(/[IL]/g, '1')
    )
    .digest()
