import vine from '@vinejs/vine'
import { ok } from '#modules/kernel/result'
import { custom } from '#modules/kernel/validation'
import { limits } from '../limits.ts'
import { invalid, isWhole, lookedUpId, messageText, optional, requiredId, trueOrFalse } from './fields.ts'
import { unknownAlternate } from './refusals.ts'

export const editValidator = vine.create({
  content: custom(messageText(limits.answerMax, 'A message needs some text. To remove it, delete it.')),
})

export const alternateValidator = vine.create({
  index: custom((index) => (isWhole(index, 0, 1_000_000) ? ok(index) : invalid('range', unknownAlternate))),
})

export const hiddenValidator = vine.create({ isHidden: custom(trueOrFalse) })

/** A branch or a rewind. */
export const placeValidator = vine.create({ messageId: custom(requiredId) })

export const undoRewindValidator = vine.create({
  messageId: custom(requiredId),
  /** Malformed ids become 0, so that they are looked up and not found. */
  rewindId: custom((id) =>
    typeof id === 'string' ? ok(/^\d{1,17}$/.test(id) ? id : '0') : invalid('required', 'rewindId is missing.')
  ),
})

const answerId = custom(optional(lookedUpId))

export const promptValidator = vine.create({ answerId, replyId: answerId })
export const detailsValidator = vine.create({ answerId })
