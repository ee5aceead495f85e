import vine from '@vinejs/vine'
import { isId } from '#modules/kernel/ids'
import { ok } from '#modules/kernel/result'
import { isLonger, trimmed } from '#modules/kernel/text'
import { custom, type CheckedField, type ReadField } from '#modules/kernel/validation'
import { limits } from '../limits.ts'
import type { Tiers } from '../prompts/index.ts'
import { invalid, optional, orNull, tier, timeZone, trueOrFalse } from './fields.ts'

const summary = (text: unknown): CheckedField<string | null> => {
  if (typeof text !== 'string') return invalid('string', 'The summary must be a string.')
  const kept = trimmed(text) || null
  if (!kept || !isLonger(kept, limits.summaryMax)) return ok(kept)
  return invalid('maxLength', `A summary has at most ${limits.summaryMax} characters.`)
}

const version: ReadField<string> = (id, { parent }) => {
  if (!isId(id)) return invalid('format', 'The version must be an id.')
  return parent.text === undefined ? ok(id) : invalid('format', 'Send either a text or a version.')
}

/** Absent fields are undefined. */
export const summaryValidator = vine.create({
  text: custom(optional(orNull(summary))),
  versionId: custom(optional(version)),
  isOn: custom(optional(trueOrFalse)),
  isFrozen: custom(optional(trueOrFalse)),
})

export const regenerationValidator = vine.withMetaData<Tiers>().create({ model: custom(tier), zone: custom(timeZone) })

export const factValidator = vine.create({
  action: custom((action) =>
    action === 'accept' || action === 'dismiss' ? ok(action) : invalid('enum', 'The action must be accept or dismiss.')
  ),
})
