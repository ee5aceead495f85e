import vine from '@vinejs/vine'
import { maxCharacters, withMessages } from '#modules/kernel/validation'
import { limits } from '../../api.ts'

export const transactionsValidator = withMessages(
  vine.create({
    limit: vine.number().withoutDecimals().range([1, limits.transactionsMax]).optional(),
    cursor: vine.string().maxLength(200).optional(),
  }),
  {
    'limit.*': `The limit must be a whole number from 1 to ${limits.transactionsMax}.`,
    'cursor.*': 'The cursor is invalid.',
  }
)

/** The shop decides whether such a pack exists. */
export const checkoutValidator = withMessages(
  vine.create({
    rubyAmount: vine.number({ strict: true }),
    price: vine.number({ strict: true }),
  }),
  {
    'rubyAmount.*': 'The rubyAmount must match a pack.',
    'price.*': 'The price must match the pack, in dollars.',
  }
)

export const codeValidator = withMessages(
  vine.create({
    code: vine
      .string()
      .trim()
      .minLength(1)
      .use(maxCharacters({ max: limits.codeMax, message: 'This is too long for a code.' })),
  }),
  { 'code.*': 'Please enter a code.' }
)
