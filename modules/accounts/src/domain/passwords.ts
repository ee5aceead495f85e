import { codePoints } from '#modules/kernel/text'
import { limits } from './limits.ts'

/** What is wrong with a new password, as a sentence; null when nothing is. Any characters will do. */
export const passwordProblem = (password: string): string | null => {
  const length = codePoints(password)
  if (length < limits.passwordMin) return `Password must be at least ${limits.passwordMin} characters long`
  if (length > limits.passwordMax) return `Password must be at most ${limits.passwordMax} characters long`
  return null
}

/** One spelling of a password that different keyboards write with different code points (NFKC, NIST SP 800-63B 5.1.1.2). */
export const normalisedPassword = (password: string) => password.normalize('NFKC')
