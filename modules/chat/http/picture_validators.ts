import vine from '@vinejs/vine'
import { ok } from '#modules/kernel/result'
import { isLonger, isStorable, trimmed } from '#modules/kernel/text'
import { custom, type CheckedField } from '#modules/kernel/validation'
import { imageAspects } from '#modules/imagegen/index'
import { limits } from '../limits.ts'
import { invalid, optional, timeZone, trueOrFalse } from './fields.ts'

const alt = (text: unknown): CheckedField<string> => {
  if (typeof text !== 'string' || !isStorable(text)) return invalid('string', 'The description must be a text.')
  const max = limits.pictureAltMax
  return isLonger(text, max)
    ? invalid('maxLength', `A description has at most ${max.toLocaleString('en')} characters.`)
    : ok(trimmed(text))
}

/** Absent fields are undefined. */
export const pictureValidator = vine.create({
  alt: custom(optional(alt)),
  isBackground: custom(optional(trueOrFalse)),
})

export const backgroundValidator = vine.create({ url: vine.string().maxLength(200) })

export const pictureFileValidator = vine.create({
  form: custom((form = 'whole'): CheckedField<'thumb' | 'whole'> =>
    form === 'thumb' || form === 'whole' ? ok(form) : invalid('enum', 'The form must be thumb or whole.')
  ),
})

export const proposalValidator = vine.create({ zone: custom(timeZone) })

/** The drawing checks the prompt's content, the model and the options. */
export const momentValidator = vine.create({
  prompt: vine.string(),
  model: vine.string().optional(),
  aspect: vine.enum(imageAspects).optional(),
  options: vine.any().optional(),
})
