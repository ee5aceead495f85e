import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { limits as economyLimits } from '#modules/economy/api'
import { codePoints } from '#modules/kernel/text'
import { limits } from '../../api.ts'

/** Counts code points. Vine's own rule counts UTF-16 units. */
const maxCharacters = vine.createRule((value, { max, message }: { max: number; message: string }, field) => {
  if (codePoints(value as string) > max) field.report(message, 'maxLength', field)
})

const searchTooLong = `A search may have at most ${limits.searchMax} characters.`

/** Validates the query of a paged, searchable list. */
export const pageValidator = (limitMax: number) => {
  const validator = vine.create({
    q: vine
      .string()
      .use(maxCharacters({ max: limits.searchMax, message: searchTooLong }))
      .optional(),
    limit: vine.number().withoutDecimals().range([1, limitMax]).optional(),
    cursor: vine.string().maxLength(200).optional(),
  })
  validator.messagesProvider = new SimpleMessagesProvider({
    'q.string': 'A search must be text.',
    'limit.*': `The limit must be a whole number from 1 to ${limitMax}.`,
    'cursor.*': 'The cursor is invalid.',
  })
  return validator
}

const notZero = vine.createRule((value, _options, field) => {
  if (value === 0) field.report('The amount must not be zero.', 'notZero', field)
})

const { adjustmentMax, reasonMax } = economyLimits

export const adjustmentValidator = vine.create({
  amount: vine.number({ strict: true }).withoutDecimals().range([-adjustmentMax, adjustmentMax]).use(notZero()),
  reason: vine
    .string()
    .trim()
    .use(maxCharacters({ max: reasonMax, message: `The reason may have at most ${reasonMax} characters.` }))
    .nullable()
    .optional(),
})
adjustmentValidator.messagesProvider = new SimpleMessagesProvider({
  'amount.required': 'Please enter an amount.',
  'amount.number': 'The amount must be a whole number.',
  'amount.withoutDecimals': 'The amount must be a whole number.',
  'amount.range': `The amount must be between -${adjustmentMax} and ${adjustmentMax}.`,
  'reason.string': 'The reason must be text.',
})

export const modelReasonValidator = vine.create({
  reason: vine
    .string()
    .trim()
    .use(
      maxCharacters({
        max: limits.modelReasonMax,
        message: `The reason may have at most ${limits.modelReasonMax} characters.`,
      })
    )
    .transform((reason) => reason || null)
    .nullable(),
})
modelReasonValidator.messagesProvider = new SimpleMessagesProvider({ 'reason.*': 'The reason must be text or null.' })

export const landingValidator = vine.create({ shown: vine.boolean({ strict: true }) })
landingValidator.messagesProvider = new SimpleMessagesProvider({ 'shown.*': 'shown must be true or false.' })

export const disabledValidator = vine.create({ disabled: vine.boolean({ strict: true }) })
disabledValidator.messagesProvider = new SimpleMessagesProvider({ 'disabled.*': 'disabled must be true or false.' })
