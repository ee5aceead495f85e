import vine from '@vinejs/vine'
import { isId } from '#modules/kernel/ids'
import { ok } from '#modules/kernel/result'
import { isLonger, trimmed } from '#modules/kernel/text'
import { custom, withMessages, type CheckedField, type ReadField } from '#modules/kernel/validation'
import { samplingProblem, type SamplingChoice } from '#plugins/contract/sampling'
import type { AuthorsNote, ReplyLength } from '../api.ts'
import { limits } from '../limits.ts'
import type { Tiers } from '../prompts/index.ts'
import {
  distinctIds,
  invalid,
  isListOfIds,
  isWhole,
  optional,
  orNull,
  tier,
  timeZone,
  title,
  trueOrFalse,
} from './fields.ts'

export const titleValidator = vine.create({ title: custom(orNull(title)) })

interface SentPin {
  text: string
  depth?: number | null
}

const isPin = (pin: unknown): pin is string | SentPin =>
  typeof pin === 'string' || (typeof pin === 'object' && pin !== null && 'text' in pin && typeof pin.text === 'string')

export const pinsValidator = vine.create({
  pins: custom((sent) => {
    if (!Array.isArray(sent) || !sent.every(isPin))
      return invalid('array', 'The pins must be a list of strings, or of objects with a text.')
    const pins = sent
      .map((pin): SentPin => (typeof pin === 'string' ? { text: pin } : pin))
      .map(({ text, depth = null }) => ({ text: trimmed(text), depth }))
      .filter(({ text }) => text !== '')
    if (pins.length > limits.pinsMax) return invalid('maxLength', `A chat has at most ${limits.pinsMax} pinned facts.`)
    if (pins.some(({ text }) => isLonger(text, limits.pinMax)))
      return invalid('maxLength', `A pinned fact has at most ${limits.pinMax} characters.`)
    if (pins.every(({ depth }) => depth === null || isWhole(depth, 0, limits.pinDepthMax))) return ok(pins)
    return invalid('range', `The depth of a pinned fact is a whole number from 0 to ${limits.pinDepthMax}.`)
  }),
})

/** The largest integer of PostgreSQL. */
const maxId = 2_147_483_647

export const modelChangeValidator = vine.create({
  id: custom((id) => (isWhole(id, 1, maxId) ? ok(id) : invalid('range', 'The id must be the one of the change.'))),
  isAccepted: custom(trueOrFalse),
})

/** A blank text counts as none. */
const text =
  (max: number): ReadField<string | null> =>
  (value, { name }) => {
    if (value === null) return ok(null)
    if (typeof value !== 'string') return invalid('string', `${name} must be a text, or null.`)
    if (isLonger(value, max)) return invalid('maxLength', `${name} has at most ${max.toLocaleString('en')} characters.`)
    return ok(trimmed(value) || null)
  }

const { noteMax, noteDepthMax, noteEveryMax } = limits
const roles = ['system', 'user', 'assistant'] as const
const isRole = (role: unknown): role is AuthorsNote['role'] => roles.some((each) => each === role)

const note = vine.object({
  text: custom((value) => {
    if (typeof value !== 'string') return invalid('string', 'The note must have a text.')
    if (!isLonger(value, noteMax)) return ok(trimmed(value))
    return invalid('maxLength', `A note has at most ${noteMax.toLocaleString('en')} characters.`)
  }),
  depth: custom((depth = 4) =>
    isWhole(depth, 0, noteDepthMax)
      ? ok(depth)
      : invalid('range', `The depth must be a whole number from 0 to ${noteDepthMax}.`)
  ),
  role: custom((role = 'system') =>
    isRole(role) ? ok(role) : invalid('enum', `The role must be one of ${roles.join(', ')}.`)
  ),
  every: custom((every = 1) =>
    isWhole(every, 1, noteEveryMax)
      ? ok(every)
      : invalid('range', `A note joins every prompt, or every second up to every ${noteEveryMax}th.`)
  ),
})

const lorebooks = (sent: unknown): CheckedField<string[]> => {
  if (!isListOfIds(sent)) return invalid('type', 'The lorebooks must be a list of their ids.')
  const ids = distinctIds(sent)
  if (ids.length <= limits.lorebooksMax) return ok(ids)
  return invalid('maxLength', `A chat has at most ${limits.lorebooksMax} lorebooks.`)
}

const persona = (id: unknown): CheckedField<string | null> =>
  id === null || isId(id) ? ok(id?.toLowerCase() ?? null) : invalid('type', 'The persona must be an id, or null.')

const lengths: readonly unknown[] = [null, 'short', 'medium', 'long']

/** At most as many tokens as the tier with the longest replies has. */
const length: ReadField<ReplyLength | null> = (value, { meta }) => {
  const max = Math.max(...[...(meta as Tiers).byId.values()].map(({ outputTokensMax }) => outputTokensMax))
  if (lengths.includes(value) || isWhole(value, 1, max)) return ok(value as ReplyLength | null)
  return invalid('enum', `The length must be short, medium, long, or a number of tokens from 1 to ${max}.`)
}

/** Without any choice, there is none. */
const sampling = (value: unknown): CheckedField<SamplingChoice | null> => {
  const problem = value === null ? null : samplingProblem(value)
  if (problem) return invalid('range', problem)
  return ok(Object.keys(value ?? {}).length === 0 ? null : (value as SamplingChoice))
}

const flag =
  (byDefault: boolean): ReadField<boolean> =>
  (value, { name }) =>
    value === null || typeof value === 'boolean'
      ? ok(value ?? byDefault)
      : invalid('type', `${name} must be true or false.`)

/** Absent fields are undefined. */
export const settingsValidator = withMessages(
  vine.withMetaData<Tiers>().create({
    note: note.nullable().optional(),
    scenario: custom(optional(text(limits.scenarioMax))),
    systemPrompt: custom(optional(text(limits.systemPromptMax))),
    lorebookIds: custom(optional(lorebooks)),
    personaId: custom(optional(persona)),
    length: custom(optional(length)),
    sampling: custom(optional(sampling)),
    endsWhole: custom(optional(flag(false))),
    runsScripts: custom(optional(flag(true))),
  }),
  { 'note.object': 'The note must be an object, or null.' }
)

export const contextValidator = vine.withMetaData<Tiers>().create({
  model: custom(tier),
  zone: custom(timeZone),
  full: custom((full) => ok(full === '1')),
  speakerId: custom((id) =>
    id === undefined || isId(id)
      ? ok(id ?? null)
      : invalid('format', 'The speaker must be the id of a character in this group.')
  ),
})
