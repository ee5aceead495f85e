import { randomInt } from 'node:crypto'
import { limits } from '../domain/limits.ts'

/** None that is taken for another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const markLength = 2
const length = 12

const random = (count: number) => Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')

export interface RecoveryCode {
  /** How it begins: no secret, and no other of the same user begins so. */
  mark: string
  code: string
}

/** 49 random bits each, behind the mark. */
export const newRecoveryCodes = (): RecoveryCode[] => {
  const marks = new Set<string>()
  while (marks.size < limits.recoveryCodes) marks.add(random(markLength))
  return [...marks].map((mark) => ({ mark, code: mark + random(length - markLength) }))
}

/** As people read them: in three groups of four. */
export const recoveryCodeText = ({ code }: RecoveryCode) => code.replace(/^(.{4})(.{4})/, '$1-$2-')

/** A recovery code as it may have been typed; null for what is none. */
export const readRecoveryCode = (typed: string): RecoveryCode | null => {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  return /^[a-z0-9]{12}$/.test(code) ? { mark: code.slice(0, markLength), code } : null
}
