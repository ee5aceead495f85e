import { codePoints } from '#modules/kernel/text'
import { limits } from './limits.ts'

export const usernameMessages = {
  tooShort: `Username must be at least ${limits.usernameMin} characters long`,
  tooLong: `Username must be at most ${limits.usernameMax} characters long`,
  characters: 'Username can only contain letters, numbers, underscores, and hyphens',
  taken: 'This username is already taken',
  available: 'Username is available!',
} as const

/** Checks the form of a username. Returns a message, or null. Doesn't check whether it is taken. */
export const usernameProblem = (username: string): string | null => {
  const length = codePoints(username)
  if (length < limits.usernameMin) return usernameMessages.tooShort
  if (length > limits.usernameMax) return usernameMessages.tooLong
  return /^[A-Za-z0-9_-]+$/.test(username) ? null : usernameMessages.characters
}
