import { isId } from '#modules/kernel/ids'
import type { FieldProblem } from '#modules/kernel/problem'
import { fail, ok, type Result } from '#modules/kernel/result'
import { codePoints, storable, trimmed } from '#modules/kernel/text'
import { samplingProblem, type SamplingChoice } from '#plugins/contract/sampling'
import { limits, type AuthorsNote, type ChatSettings, type ReplyLength } from '../api.ts'
import type { AddProblem } from './read_send_body.ts'

const roles = ['system', 'user', 'assistant'] as const
const lengths: readonly unknown[] = ['short', 'medium', 'long']

/**
 * Validates a change of settings. Absent keys are absent in the result. `outputTokensMax`: the limit of the tier with the longest replies.
 */
export const readSettingsBody = (
  body: Record<string, unknown>,
  { outputTokensMax }: { outputTokensMax: number }
): Result<Partial<ChatSettings>, FieldProblem[]> => {
  const { note, scenario, systemPrompt, lorebookIds, personaId, length, sampling, endsWhole } = body
  const problems: FieldProblem[] = []
  const add: AddProblem = (field, rule, message) => problems.push({ field, rule, message })
  const change: Partial<ChatSettings> = {}
  if (note !== undefined) change.note = readNote(note, add)
  if (scenario !== undefined) change.scenario = readText('scenario', scenario, limits.scenarioMax, add)
  if (systemPrompt !== undefined)
    change.systemPrompt = readText('systemPrompt', systemPrompt, limits.systemPromptMax, add)
  if (lorebookIds !== undefined) change.lorebookIds = readLorebooks(lorebookIds, add)
  if (personaId !== undefined) {
    if (personaId !== null && !isId(personaId)) add('personaId', 'type', 'The persona must be an id, or null.')
    else change.personaId = personaId?.toLowerCase() ?? null
  }
  if (length !== undefined) {
    if (length !== null && !lengths.includes(length) && !isWhole(length, 1, outputTokensMax))
      add(
        'length',
        'enum',
        `The length must be short, medium, long, or a number of tokens from 1 to ${outputTokensMax}.`
      )
    else change.length = length as ReplyLength | null
  }
  if (sampling !== undefined) {
    const problem = sampling === null ? null : samplingProblem(sampling)
    if (problem) add('sampling', 'range', problem)
    else change.sampling = isEmpty(sampling) ? null : (sampling as SamplingChoice)
  }
  if (endsWhole !== undefined) {
    if (endsWhole !== null && typeof endsWhole !== 'boolean')
      add('endsWhole', 'type', 'endsWhole must be true or false.')
    else change.endsWhole = endsWhole ?? false
  }
  return problems.length > 0 ? fail(problems) : ok(change)
}

/** Validates a note. A note without text counts as no note. */
const readNote = (note: unknown, add: AddProblem): AuthorsNote | null => {
  if (note === null) return null
  if (typeof note !== 'object' || Array.isArray(note)) {
    add('note', 'type', 'The note must be an object, or null.')
    return null
  }
  const { text, depth = 4, role = 'system', every = 1 } = note as { [Key in keyof AuthorsNote]?: unknown }
  const { noteMax, noteDepthMax, noteEveryMax } = limits
  if (typeof text !== 'string') add('note.text', 'string', 'The note must have a text.')
  else if (text.length > noteMax && codePoints(text) > noteMax)
    add('note.text', 'maxLength', `A note has at most ${noteMax.toLocaleString('en')} characters.`)
  if (!isWhole(depth, 0, noteDepthMax))
    add('note.depth', 'range', `The depth must be a whole number from 0 to ${noteDepthMax}.`)
  if (!roles.some((each) => each === role)) add('note.role', 'enum', `The role must be one of ${roles.join(', ')}.`)
  if (!isWhole(every, 1, noteEveryMax))
    add('note.every', 'range', `A note joins every prompt, or every second up to every ${noteEveryMax}th.`)
  const stored = typeof text === 'string' ? trimmed(storable(text)) : ''
  return stored ? ({ text: stored, depth, role, every } as AuthorsNote) : null
}

/** Validates a text of the chat. A blank text counts as none. */
const readText = (field: string, text: unknown, max: number, add: AddProblem): string | null => {
  if (text === null) return null
  if (typeof text !== 'string') {
    add(field, 'string', `${field} must be a text, or null.`)
    return null
  }
  if (text.length > max && codePoints(text) > max)
    add(field, 'maxLength', `${field} has at most ${max.toLocaleString('en')} characters.`)
  return trimmed(storable(text)) || null
}

const readLorebooks = (ids: unknown, add: AddProblem): string[] => {
  if (!Array.isArray(ids) || !ids.every(isId)) {
    add('lorebookIds', 'type', 'The lorebooks must be a list of their ids.')
    return []
  }
  const unique = [...new Set(ids.map((id) => id.toLowerCase()))]
  if (unique.length > limits.lorebooksMax)
    add('lorebookIds', 'maxLength', `A chat has at most ${limits.lorebooksMax} lorebooks.`)
  return unique
}

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max

const isEmpty = (sampling: unknown) => sampling === null || Object.keys(sampling as object).length === 0
