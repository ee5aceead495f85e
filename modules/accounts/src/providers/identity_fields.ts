import vine from '@vinejs/vine'
import { storable } from '#modules/kernel/text'
import { limits } from '../domain/limits.ts'

const emailValidator = vine.create({ email: vine.string().trim().maxLength(limits.emailMax).email() })

/** A provider's e-mail as an account may have it; null when it may not. */
export const accountEmail = async (email: string | null): Promise<string | null> => {
  const [invalid, valid] = await emailValidator.tryValidate({ email: storable(email ?? '') })
  return invalid ? null : valid.email
}

/** A provider's name for somebody as an account may have it: on one line, and no longer than a name. */
export const accountName = (name: string | null): string | null =>
  [
    ...storable(name ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, limits.nameMax)
    .join('')
    .trim() || null
