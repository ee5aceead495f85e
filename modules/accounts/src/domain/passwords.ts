import { codePoints } from '#modules/kernel/text'
import { limits } from './limits.ts'

/** Checks a new password's length. Returns a message, or null. All characters are allowed. */
export const passwordProblem = (password: string): string | null => {
  const length = codePoints(password)
  if (length < limits.passwordMin) return `Password must be at least ${limits.passwordMin} characters long`
  if (length > limits.passwordMax) return `Password must be at most ${limits.passwordMax} characters long`
  return null
}

/** Normalizes to NFKC, because keyboards encode the same characters differently (NIST SP 800-63B 5.1.1.2). */
export const normalisedPassword = (password: string) => password.normalize('NFKC')
