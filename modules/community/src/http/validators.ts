import vine from '@vinejs/vine'
import { fail, ok } from '#modules/kernel/result'
import { safeAddress } from '#modules/kernel/message_text/safe_address'
import { isLonger, isStorable, trimmed } from '#modules/kernel/text'
import { custom, pageLimit, type CheckedField } from '#modules/kernel/validation'
import { limits } from '../../api.ts'

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && isStorable(value) && !isLonger(value, max)

const linkMessage = `A link must begin with https:// and have at most ${limits.linkMax} characters.`

/** Returns the normalized address, or null. */
const readLink = (written: unknown): string | null => {
  if (!isText(written, limits.linkMax)) return null
  const address = safeAddress(written.trim())
  return address?.startsWith('https://') && address.length <= limits.linkMax ? address : null
}

export const profileValidator = vine.create({
  isPublic: custom((value): CheckedField<boolean | undefined> =>
    value === undefined || typeof value === 'boolean'
      ? ok(value)
      : fail({ rule: 'boolean', message: 'isPublic must be true or false.' })
  ),
  about: custom((value): CheckedField<string | undefined> => {
    if (value === undefined) return ok(undefined)
    return isText(value, limits.aboutMax)
      ? ok(trimmed(value))
      : fail({
          rule: 'maxLength',
          message: `A profile has at most ${limits.aboutMax.toLocaleString('en')} characters.`,
        })
  }),
  links: custom((value): CheckedField<string[] | undefined> => {
    if (value === undefined) return ok(undefined)
    if (!Array.isArray(value) || value.length > limits.linksMax)
      return fail({ rule: 'maxLength', message: `A profile has at most ${limits.linksMax} links.` })
    const links = value.map(readLink)
    return links.includes(null) ? fail({ rule: 'url', message: linkMessage }) : ok([...new Set(links as string[])])
  }),
})

const cursor = () =>
  custom((value): CheckedField<string | undefined> =>
    value === undefined || typeof value === 'string'
      ? ok(value)
      : fail({ rule: 'cursor', message: 'cursor must come from the page before.' })
  )

export const pageValidator = vine.create({
  limit: pageLimit({ usual: limits.pageDefault, max: limits.pageMax }),
  cursor: cursor(),
})

export const peopleValidator = vine.create({
  q: custom((value): CheckedField<string> =>
    isText(value, limits.queryMax)
      ? ok(value)
      : fail({ rule: 'text', message: `q must be text of at most ${limits.queryMax} characters.` })
  ),
})

const readName = (value: unknown): CheckedField<string> => {
  const written = typeof value === 'string' ? trimmed(value) : ''
  return written !== '' && isText(written, limits.collectionNameMax)
    ? ok(written)
    : fail({ rule: 'name', message: `A name has 1 to ${limits.collectionNameMax} characters.` })
}
const collectionAbout = custom((value): CheckedField<string | undefined> => {
  if (value === undefined) return ok(undefined)
  return isText(value, limits.collectionAboutMax)
    ? ok(trimmed(value))
    : fail({ rule: 'maxLength', message: `The words have at most ${limits.collectionAboutMax} characters.` })
})
const isPublic = custom((value): CheckedField<boolean | undefined> =>
  value === undefined || typeof value === 'boolean'
    ? ok(value)
    : fail({ rule: 'boolean', message: 'isPublic must be true or false.' })
)

export const newCollectionValidator = vine.create({ name: custom(readName), about: collectionAbout, isPublic })
export const collectionValidator = vine.create({
  name: custom((value): CheckedField<string | undefined> => (value === undefined ? ok(undefined) : readName(value))),
  about: collectionAbout,
  isPublic,
})
export const collectionsValidator = vine.create({ character: vine.string().uuid().optional() })
