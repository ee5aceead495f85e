import { normalisedPassword } from './passwords.ts'

export const weakPasswordMessages = {
  common: 'This password is one of the most common ones, so it is guessed first. Please choose another',
  context: 'This password is too close to your e-mail address or to our name. Please choose another',
} as const

export interface WeakPassword {
  rule: keyof typeof weakPasswordMessages
  message: string
}

/**
 * Rejects easily guessed passwords (ASVS 5.0, 6.2.4 and 6.2.11): the roughly 18,000 common ones of 8 characters or more in zxcvbn-ts, and
 * those made of the product's name or the account's e-mail plus digits and punctuation.
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

/** Strips leading and trailing non-letters. Returns the whole text when nothing is left. */
const letters = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '') || text

let common: Promise<ReadonlySet<string>> | null = null

/** Loaded on first use, because most processes never need the list. */
const isCommon = async (typed: string) => (await (common ??= readCommon())).has(typed)

const readCommon = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}
