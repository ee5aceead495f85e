import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { codePoints } from '#modules/kernel/text'
import { limits } from '../../api.ts'

export const transactionsValidator = vine.create({
  limit: vine.number().withoutDecimals().range([1, limits.transactionsMax]).optional(),
  cursor: vine.string().maxLength(200).optional(),
})
transactionsValidator.messagesProvider = new SimpleMessagesProvider({
  'limit.*': `The limit must be a whole number from 1 to ${limits.transactionsMax}.`,
  'cursor.*': 'The cursor is not one of ours.',
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
