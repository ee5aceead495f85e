import { randomInt } from 'node:crypto'
import { limits } from '../domain/limits.ts'

/** The alphabet of codes, without characters that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const markLength = 2
const length = 12

const random = (count: number) => Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')

export interface RecoveryCode {
  /** The first characters of the code, by which its hash is found. Unique per user and not secret. */
  mark: string
  code: string
}

/** Returns new codes. Each has 49 random bits after its mark. */
export const newRecoveryCodes = (): RecoveryCode[] => {
  const marks = new Set<string>()
  while (marks.size < limits.recoveryCodes) marks.add(random(markLength))
  return [...marks].map((mark) => ({ mark, code: mark + random(length - markLength) }))
}

/** Formats a code in three groups of four. */
export const recoveryCodeText = ({ code }: RecoveryCode) => code.replace(/^(.{4})(.{4})/, '$1-$2-')

/** Parses a typed recovery code. Returns null for any other text. */
export const readRecoveryCode = (typed: string): RecoveryCode | null => {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  return /^[a-z0-9]{12}$/.test(code) ? { mark: code.slice(0, markLength), code } : null
}
