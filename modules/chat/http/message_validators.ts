import vine from '@vinejs/vine'
import { limits as characterLimits } from '#modules/gallery/index'
import { isBlankMessage } from '#modules/kernel/macros'
import { ok } from '#modules/kernel/result'
import { isLonger } from '#modules/kernel/text'
import { custom, type CheckedField, type ReadField } from '#modules/kernel/validation'
import { limits } from '../limits.ts'
import { invalid, isWhole, lookedUpId, optional, trueOrFalse } from './fields.ts'
import { longMessage, unknownAlternate } from './refusals.ts'

/** Checks the length first, because filling the macros of a long text takes time. */
export const messageText =
  (max: number = limits.contentMax, blank = 'Please write a message first.') =>
  (content: unknown): CheckedField<string> => {
    if (typeof content === 'string' && isLonger(content, max)) return invalid('maxLength', longMessage(max))
    return typeof content === 'string' && !isBlankMessage(content) ? ok(content) : invalid('required', blank)
  }

export const editValidator = vine.create({
  content: custom(messageText(limits.answerMax, 'A message needs some text. To remove it, delete it.')),
})

export const alternateValidator = vine.create({
  index: custom((index) => (isWhole(index, 0, 1_000_000) ? ok(index) : invalid('range', unknownAlternate))),
})

export const hiddenValidator = vine.create({ isHidden: custom(trueOrFalse) })

const answerId = custom(optional(lookedUpId))

const expressionLabel: ReadField<string> = (label) =>
  typeof label === 'string' && label.length <= 2 * characterLimits.expressionNameMax
    ? ok(label)
    : invalid('unknown', 'The label must be the name of an expression.')

export const promptValidator = vine.create({ answerId, replyId: answerId })
export const detailsValidator = vine.create({ answerId })
export const labelValidator = vine.create({ answerId })
export const expressionValidator = vine.create({ answerId, label: custom(expressionLabel) })
