import vine, { SimpleMessagesProvider } from '@vinejs/vine'
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

/** Whether it is a pack is the shop's to say. */
export const checkoutValidator = vine.create({
  rubyAmount: vine.number({ strict: true }),
  price: vine.number({ strict: true }),
})
checkoutValidator.messagesProvider = new SimpleMessagesProvider({
  'rubyAmount.*': 'The rubyAmount must be that of a pack, a whole number.',
  'price.*': 'The price must be that of the pack, in dollars.',
})
