import vine from '@vinejs/vine'
import { storable, withoutHiddenCharacters } from '#modules/kernel/text'
import { limits } from '../domain/limits.ts'
import { allowedNames, type PersonNames } from '../domain/names_of_people.ts'
import type { Identity } from './identity_provider.ts'

const emailValidator = vine.create({ email: vine.string().trim().maxLength(limits.emailMax).email() })

/** A provider's e-mail as an account may have it; null when it may not. */
export const accountEmail = async (email: string | null): Promise<string | null> => {
  const [invalid, valid] = await emailValidator.tryValidate({ email: storable(email ?? '') })
  return invalid ? null : valid.email
}

/** The provider's names of a user as an account may have them. Names that people could not choose here are left out. */
export const accountNames = (
  { firstName, lastName }: Pick<Identity, 'firstName' | 'lastName'>,
  productName: string
): Required<PersonNames> => allowedNames({ firstName: oneLine(firstName), lastName: oneLine(lastName) }, productName)

/** On one line, without characters that can't be seen, and no longer than a name. */
const oneLine = (name: string | null): string | null =>
  [
    ...withoutHiddenCharacters(storable(name ?? ''))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, limits.nameMax)
    .join('')
    .trim() || null
