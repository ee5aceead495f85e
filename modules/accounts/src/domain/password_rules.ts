import { normalisedPassword } from './passwords.ts'

/** What people are told of a password that is long enough and yet among the first that anybody tries. */
export const weakPasswordMessages = {
  common: 'This password is one of the most common ones, so it is guessed first. Please choose another',
  context: 'This password is too close to your e-mail address or to our name. Please choose another',
} as const

/** What follows from a password that is too easily guessed. */
export interface WeakPassword {
  rule: keyof typeof weakPasswordMessages
  message: string
}

/**
 * Which passwords are guessed first (ASVS 5.0, 6.2.4 and 6.2.11): the common ones as zxcvbn-ts lists them, some 18,000 of 8 characters
 * and more, and those made of the product's name or of the account's own e-mail with nothing but digits and signs around it.
 */
export class PasswordRules {
  readonly #productName: string

  constructor({ productName }: { productName: string }) {
    this.#productName = productName
  }

  async weakness(password: string, email: string): Promise<WeakPassword | null> {
    const typed = normalisedPassword(password).toLowerCase()
    const rule = this.#isOfContext(typed, email.toLowerCase()) ? 'context' : (await isCommon(typed)) ? 'common' : null
    return rule && { rule, message: weakPasswordMessages[rule] }
  }

  #isOfContext(typed: string, email: string) {
    const words = [this.#productName.toLowerCase(), email.split('@')[0]!, email]
    return words.some((word) => typed === word || letters(typed) === letters(word) || typed === word.repeat(2))
  }
}

/** Without what people put before and after a word to make it longer; the whole where there is nothing else. */
const letters = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '') || text

let common: Promise<ReadonlySet<string>> | null = null

/** The list is read when the first password is chosen: a process in which nobody chooses one never has it. */
const isCommon = async (typed: string) => (await (common ??= readCommon())).has(typed)

const readCommon = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}
