import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { codePoints } from '#modules/kernel/text'
import { limits } from '../../api.ts'

/** The query of a list that comes in pages. */
const pageValidator = (limitMax: number) => {
  const validator = vine.create({
    limit: vine.number().withoutDecimals().range([1, limitMax]).optional(),
    cursor: vine.string().maxLength(200).optional(),
  })
  validator.messagesProvider = new SimpleMessagesProvider({
    'limit.*': `The limit must be a whole number from 1 to ${limitMax}.`,
    'cursor.*': 'The cursor is not one of ours.',
  })
  return validator
}

export const transactionsValidator = pageValidator(limits.transactionsMax)
export const debtsValidator = pageValidator(limits.debtsMax)

/** Whether it is a pack is the shop's to say. */
export const checkoutValidator = vine.create({
  rubyAmount: vine.number({ strict: true }),
  price: vine.number({ strict: true }),
})
checkoutValidator.messagesProvider = new SimpleMessagesProvider({
  'rubyAmount.*': 'The rubyAmount must be that of a pack, a whole number.',
  'price.*': 'The price must be that of the pack, in dollars.',
})

const notZero = vine.createRule((value, _options, field) => {
  if (value === 0) field.report('The amount must not be zero.', 'notZero', field)
})

/** Vine's own counts UTF-16 units. */
const maxCharacters = vine.createRule((value, { max, message }: { max: number; message: string }, field) => {
  if (codePoints(value as string) > max) field.report(message, 'maxLength', field)
})

const reasonTooLong = `The reason may have at most ${limits.reasonMax} characters.`

export const adjustmentValidator = vine.create({
  amount: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([-limits.adjustmentMax, limits.adjustmentMax])
    .use(notZero()),
  reason: vine
    .string()
    .trim()
    .use(maxCharacters({ max: limits.reasonMax, message: reasonTooLong }))
    .nullable()
    .optional(),
})
adjustmentValidator.messagesProvider = new SimpleMessagesProvider({
  'amount.required': 'Please give an amount.',
  'amount.number': 'The amount must be a whole number.',
  'amount.withoutDecimals': 'The amount must be a whole number.',
  'amount.range': `The amount must be between -${limits.adjustmentMax} and ${limits.adjustmentMax}.`,
  'reason.string': 'The reason must be a text.',
})
