import vine from '@vinejs/vine'
import { ok } from '#modules/kernel/result'
import { isLonger, trimmed } from '#modules/kernel/text'
import { custom, type CheckedField, type ReadField } from '#modules/kernel/validation'
import { limits } from '../limits.ts'
import type { Tiers } from '../prompts/index.ts'
import {
  distinctIds,
  idText,
  invalid,
  isListOfIds,
  isWhole,
  lookedUpId,
  orNull,
  requiredId,
  tier,
  timeZone,
} from './fields.ts'
import { messageText } from './message_validators.ts'

const keyLengthMax = 200

const key = (text: unknown): CheckedField<string> =>
  typeof text === 'string' && text.length > 0 && text.length <= keyLengthMax
    ? ok(text)
    : invalid('string', `clientMessageId must be a string of 1 to ${keyLengthMax} characters.`)

const nudge = (text: unknown): CheckedField<string | null> => {
  if (typeof text !== 'string') return invalid('string', 'The nudge must be a string.')
  if (isLonger(text, limits.nudgeMax)) return invalid('maxLength', `A nudge has at most ${limits.nudgeMax} characters.`)
  return ok(trimmed(text) || null)
}

const pictures = (ids: unknown): CheckedField<string[]> => {
  if (ids === undefined || ids === null) return ok([])
  if (!isListOfIds(ids)) return invalid('array', 'pictures must be a list of ids.')
  const distinct = distinctIds(ids)
  return distinct.length <= limits.picturesPerMessage
    ? ok(distinct)
    : invalid('maxLength', `A message has at most ${limits.picturesPerMessage} pictures.`)
}

/** Pictures need no text. */
const content: ReadField<string> = (text, field) => {
  const hasPictures = Array.isArray(field.data.pictures) && field.data.pictures.length > 0
  return text === '' && hasPictures ? ok(text) : messageText()(text)
}

/** The fields of all replies. */
const reply = { model: custom(tier), clientMessageId: custom(orNull(key)), zone: custom(timeZone) }

const withTiers = vine.withMetaData<Tiers>()

export const sendValidator = withTiers.create({
  content: custom(content),
  pictures: custom(pictures),
  model: reply.model,
  sessionId: custom(orNull(idText)),
  clientMessageId: reply.clientMessageId,
  zone: reply.zone,
})

/** A turn in a group chat. Without content, the next character goes on. */
export const turnValidator = withTiers.create({
  content: custom(orNull(content)),
  pictures: custom(pictures),
  speakerId: custom(orNull(idText)),
  ...reply,
})

/** Several turns without messages of the user. */
export const talkValidator = withTiers.create({
  turns: custom((turns) =>
    isWhole(turns, 1, limits.talkTurnsMax)
      ? ok(turns)
      : invalid('range', `A talk has 1 to ${limits.talkTurnsMax} turns.`)
  ),
  ...reply,
})

/** A reroll or a continuation. */
export const rewriteValidator = withTiers.create({
  messageId: custom(requiredId),
  ...reply,
  nudge: custom(orNull(nudge)),
})

export const impersonateValidator = withTiers.create({ sessionId: custom(requiredId), ...reply })

export const groupImpersonateValidator = withTiers.create(reply)

export const followValidator = vine.create({ session: custom(lookedUpId) })

export const stopValidator = vine.create({
  sessionId: custom((id) =>
    id === undefined || id === null ? invalid('required', 'sessionId is missing.') : lookedUpId(id)
  ),
})

const transcript = (text: unknown): CheckedField<string> =>
  typeof text === 'string' ? ok(text) : invalid('string', 'The transcript must be a string.')

/** A visitor's message. */
export const demoValidator = vine.create({
  characterId: custom(requiredId),
  content: custom(messageText(limits.demoContentMax)),
  transcript: custom(orNull(transcript)),
  zone: custom(timeZone),
})

export const adoptValidator = vine.create({
  transcript: custom((text) => (typeof text === 'string' ? ok(text) : invalid('required', 'transcript is missing.'))),
})
