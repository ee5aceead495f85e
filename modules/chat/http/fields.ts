import { isId, nilUuid } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { isLonger, trimmed } from '#modules/kernel/text'
import { zoneOrUtc } from '#modules/kernel/macro_times'
import type { CheckedField, ReadField } from '#modules/kernel/validation'
import { limits } from '../limits.ts'
import type { Tier, Tiers } from '../prompts/index.ts'

/* Readers of fields that several validators have. */

export const invalid = (rule: string, message: string) => fail({ rule, message })

/** Null if the field is absent or null. */
export const orNull =
  <Output>(read: ReadField<Output>): ReadField<Output | null> =>
  (value, field) =>
    value === undefined || value === null ? ok(null) : read(value, field)

/** Undefined if the field is absent. */
export const optional =
  <Output>(read: ReadField<Output>): ReadField<Output | undefined> =>
  (value, field) =>
    value === undefined ? ok(value) : read(value, field)

/** Malformed ids become the nil UUID, so that they are looked up and not found. */
export const lookedUpId = (id: unknown): CheckedField<string> => ok(isId(id) ? id.toLowerCase() : nilUuid)

export const requiredId: ReadField<string> = (id, { name }) =>
  typeof id === 'string' ? lookedUpId(id) : invalid('required', `${name} is missing.`)

export const idText: ReadField<string> = (id, { name }) =>
  typeof id === 'string' ? lookedUpId(id) : invalid('string', `The ${name} must be a string.`)

export const trueOrFalse: ReadField<boolean> = (value, { name }) =>
  typeof value === 'boolean' ? ok(value) : invalid('boolean', `${name} must be true or false.`)

/** Never refused. */
export const timeZone = (zone: unknown): CheckedField<string> => ok(zoneOrUtc(zone))

/** The tier with this id, or the default one. The metadata of its validator are the tiers. */
export const tier: ReadField<Tier> = (id, { meta }) => {
  const { byId, ids, defaultId } = meta as Tiers
  const found = byId.get((id ?? defaultId) as string)
  return found ? ok(found) : invalid('enum', `The model must be one of ${ids.join(', ')}.`)
}

/** A blank title counts as none. */
export const title = (text: unknown): CheckedField<string | null> => {
  if (typeof text !== 'string') return invalid('string', 'The title must be a string.')
  const kept = trimmed(text) || null
  if (!kept || !isLonger(kept, limits.titleMax)) return ok(kept)
  return invalid('maxLength', `A title has at most ${limits.titleMax} characters.`)
}

export const isWhole = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max

export const isListOfIds = (value: unknown): value is string[] => Array.isArray(value) && value.every(isId)

export const distinctIds = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]
