import { inject } from '@adonisjs/core'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { Brand } from '#modules/kernel/settings'
import { normalisedPassword } from './passwords.ts'

export const weakPasswordMessages = {
  common: 'This password is one of the most common ones, so it is guessed first. Please choose another',
  context: 'This password is too close to your name, your e-mail address or our name. Please choose another',
  guessable:
    'This password is easy to guess: it is made of common words, repetitions or neighboring keys. Please choose another',
} as const

export interface WeakPassword {
  rule: keyof typeof weakPasswordMessages
  message: string
}

/** The names and the e-mail, which a password may not be made of. */
export interface PasswordOwner {
  email: string
  firstName?: string | null
  lastName?: string | null
  username?: string | null
}

/** The columns of `users` for a `PasswordOwner`. */
export const passwordOwnerColumns = 'email, first_name AS "firstName", last_name AS "lastName", username'

/** The guesses that eight random characters take, by zxcvbn's estimate. A password must take as many. */
const guessesMin = 1e8
/** Longer passwords are judged by their beginning, because the time of an estimate grows with the square of the length. */
const estimatedMax = 40
/** Shorter parts of a name, such as "al", occur in too many words. */
const partMin = 3

/** Rejects easily guessed passwords (ASVS 5.0, 6.2.4 and 6.2.11), as zxcvbn estimates them. */
@inject()
export class PasswordRules {
  constructor(private readonly brand: Brand) {}

  async weakness(password: string, owner: PasswordOwner): Promise<WeakPassword | null> {
    const typed = [...normalisedPassword(password).toLowerCase()].slice(0, estimatedMax).join('')
    const rule = await this.#ruleFor(typed, wordsOf(owner, this.brand.name))
    return rule && { rule, message: weakPasswordMessages[rule] }
  }

  async #ruleFor(typed: string, words: string[]): Promise<WeakPassword['rule'] | null> {
    if (words.includes(withoutEnds(typed))) return 'context'
    const zxcvbn = await (loaded ??= load())
    for (const text of new Set([typed, asQwerty(typed)])) {
      const { guesses, sequence } = zxcvbn.check(text, words)
      if (guesses >= guessesMin) continue
      if (sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs')) return 'context'
      const [only, ...others] = sequence
      return others.length === 0 && only?.dictionaryName === 'passwords-common' ? 'common' : 'guessable'
    }
    return null
  }
}

/** The e-mail, and each name as a whole and in parts. */
const wordsOf = ({ email, firstName, lastName, username }: PasswordOwner, productName: string): string[] => {
  const names = [productName, email.split('@')[0], firstName, lastName, username].map((name) => name ?? '')
  const words = [email, ...names, ...names.flatMap((name) => name.split(/[^\p{L}]+/u))]
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length >= partMin)
}

/** Strips leading and trailing digits and punctuation. */
const withoutEnds = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const cyrillic = 'йцукенгшщзхъфывапролджэячсмитьбю'
const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** The same keys on an English keyboard, because the list has English words and words that were typed with its layout. */
const asQwerty = (text: string) => [...text].map((letter) => latin[cyrillic.indexOf(letter)] ?? letter).join('')

let loaded: Promise<ZxcvbnFactory> | null = null

/** Loaded on first use, because most processes never need the list. */
const load = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  // The list of Diceware words is left out: a password of several random words is a good one.
  return new ZxcvbnFactory({
    dictionary: { 'passwords-common': dictionary['passwords-common'] },
    graphs: adjacencyGraphs,
  })
}
