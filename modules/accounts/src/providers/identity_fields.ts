import vine from '@vinejs/vine'
import { storable, withoutHiddenCharacters } from '#modules/kernel/text'
import { limits } from '../domain/limits.ts'
import { accountEmail } from '../http/validators.ts'
import { allowedNames, type PersonNames } from '../domain/names_of_people.ts'
import type { Identity } from './identity_provider.ts'

const emailValidator = vine.create({ email: accountEmail() })

/** Returns the provider's e-mail if it is valid for an account, else null. */
export const identityEmail = async (email: string | null): Promise<string | null> => {
  const [invalid, valid] = await emailValidator.tryValidate({ email: storable(email ?? '') })
  return invalid ? null : valid.email
}

/** Returns the provider's names of a user. Names that our rules forbid become null. */
export const accountNames = (
  { firstName, lastName }: Pick<Identity, 'firstName' | 'lastName'>,
  productName: string
): Required<PersonNames> => allowedNames({ firstName: oneLine(firstName), lastName: oneLine(lastName) }, productName)

/** Collapses white space, removes invisible characters and truncates to the maximum length. */
const oneLine = (name: string | null): string | null =>
  [
    ...withoutHiddenCharacters(storable(name ?? ''))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, limits.nameMax)
    .join('')
    .trim() || null
