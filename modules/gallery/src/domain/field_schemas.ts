import { check, custom, nullable, pipe, string, transform } from 'valibot'
import { isPictureAddress } from '#modules/kernel/picture_address'
import { isBlank, isLonger, isStorable } from '#modules/kernel/text'

/** `field` is a key of the draft, or `character` when the value is not an object. */
export interface CharacterProblem {
  field: string
  rule:
    | 'required'
    | 'forbidden'
    | 'type'
    | 'maxLength'
    | 'category'
    | 'address'
    | 'hidden'
    | 'visible'
    | 'unknown'
    | 'restricted'
  message: string
}

export const notStorable = 'has characters that can’t be stored: NUL, or half of a surrogate pair.'

/** Returns a check whose issue has one of our rule names as its type. */
export const rule = <Value>(
  type: CharacterProblem['rule'],
  isMet: (value: Value) => boolean,
  message: string | ((value: Value) => string)
) => ({
  ...check(isMet, typeof message === 'string' ? message : ({ input }) => message(input)),
  type,
})

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/** Collapses whitespace and control characters to spaces. `gallery_chips` marks adult characters with a control character. */
export const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const blankToEmpty = (text: string) => (isBlank(text) ? '' : text)

/** Whether a text may fit its limit once it is tidied. Tidying takes time, so much longer texts are refused as they are. */
export const mayFit = (text: string, max: number): boolean => text.length <= 2 * max

export const textSchema = (label: string, max: number, tidy = blankToEmpty) =>
  pipe(
    nullable(string(`${label} must be text.`), ''),
    rule('maxLength', (text: string) => mayFit(text, max), tooLong(label, max)),
    transform(tidy),
    rule('type', isStorable, `${label} ${notStorable}`),
    rule('maxLength', (text: string) => !isLonger(text, max), tooLong(label, max))
  )

export const tooLong = (label: string, max: number) =>
  `${label} may have at most ${max.toLocaleString('en')} characters.`

export const pictureSchema = (label: string, ownHosts: readonly string[] | undefined) =>
  pipe(
    nullable(string(`${label} must be text.`), ''),
    transform((text) => text.trim() || null),
    rule(
      'address',
      (address: string | null) => address === null || isPictureAddress(address, ownHosts),
      `${label} must be the http or https address of a picture, or one of our own pictures.`
    )
  )

interface ListLimits {
  /** The plural, such as 'alternate greetings'. */
  label: string
  /** The singular with its article. */
  one: string
  countMax: number
  max: number
}

/** Returns the schema of a list of texts. It drops blank texts. */
export const textListSchema = ({ label, one, countMax, max }: ListLimits, tidy = (text: string) => text) =>
  pipe(
    nullable(custom<string[]>(isTextList, `The ${label} must be a list of texts.`), []),
    // Checks the count before dropping blank texts, because these cost time, too.
    rule('maxLength', (texts: string[]) => texts.length <= countMax, tooMany(label, countMax)),
    rule('maxLength', (texts: string[]) => texts.every((text) => mayFit(text, max)), tooLong(one, max)),
    transform((texts) => texts.map(tidy).filter((text) => !isBlank(text))),
    rule('type', (texts: string[]) => texts.every(isStorable), `${one} ${notStorable}`),
    rule('maxLength', (texts: string[]) => !texts.some((text) => isLonger(text, max)), tooLong(one, max))
  )

export const tooMany = (label: string, max: number) =>
  `A character may have at most ${max.toLocaleString('en')} ${label}.`
