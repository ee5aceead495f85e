import * as contentRules from '#config/content_rules'
import {
  checkEditedCharacter,
  checkNewCharacter,
  forbiddenWordsIn,
  notAllowedTitle,
  type Character,
  type CharacterProblem,
} from '#modules/gallery/api'
import { ownHosts } from '../../../../lib/own_hosts.ts'
import { changesOf, characterFields, draftOf, fieldLabels, valuesOf } from './character_values.ts'
import type { CharacterField, CharacterValues } from './character_values.ts'

const rules = { ...contentRules, ownHosts }

export interface FormProblem {
  field: CharacterField
  rule: string
  message: string
}

/** The mistakes in the form, in its order, by the very rules of the server; `stored` is the character that is edited. */
export function checkValues(values: CharacterValues, stored: Character | null): FormProblem[] {
  const checked = stored
    ? checkEditedCharacter(rules, changesOf(valuesOf(stored), values), draftOf(stored))
    : checkNewCharacter(rules, values)
  return checked.ok ? [] : sorted([...problemsOf(checked.failure), ...forbiddenProblems(values)])
}

/** The problems that belong to a field of the form, each with words for that place. */
export const problemsOf = (
  problems: readonly (Pick<CharacterProblem, 'field' | 'message'> & { rule: string })[]
): FormProblem[] =>
  problems.flatMap(({ field, rule, message }) =>
    isField(field) ? [{ field, rule, message: inPlace(field, rule, message) }] : []
  )

const inPlace = (field: CharacterField, rule: string, message: string) =>
  rule === 'required' ? missing(field) : rule === 'forbidden' ? notAllowed(message) : message

/** The forbidden words in one field, as a sentence; null when there are none. */
export function forbiddenIn(field: CharacterField, value: string | readonly string[]): string | null {
  if (!isWatched(field)) return null
  const nothing = { description: '', backstory: '', personality: '', tags: [] }
  const words = forbiddenWordsIn(rules, { ...nothing, [field]: value })
  return words.length === 0 ? null : notAllowed(cannotContain(words))
}

/** The forbidden words in all of it, as the server says it; null when there are none. */
export function forbiddenInAll(values: CharacterValues): string | null {
  const words = forbiddenWordsIn(rules, values)
  return words.length === 0 ? null : cannotContain(words)
}

const notAllowed = (message: string) => `${notAllowedTitle}. ${message}`
const cannotContain = (words: string[]) => `Characters cannot contain: ${words.join(', ')}`

/** The shared rules name the first field with such a word; the form marks each. */
const forbiddenProblems = (values: CharacterValues): FormProblem[] =>
  characterFields.flatMap((field) => {
    const message = isWatched(field) ? forbiddenIn(field, values[field]) : null
    return message === null ? [] : [{ field, rule: 'forbidden', message }]
  })

const sorted = (problems: FormProblem[]): FormProblem[] => {
  const one = new Map<CharacterField, FormProblem>()
  for (const problem of problems) {
    // What a field says of itself is more precise than what is said of the whole.
    const isBetter = problem.rule === 'forbidden' && one.get(problem.field)?.rule === 'forbidden'
    if (isBetter || !one.has(problem.field)) one.set(problem.field, problem)
  }
  return characterFields.flatMap((field) => one.get(field) ?? [])
}

const watched = ['description', 'backstory', 'personality', 'tags'] as const
const isWatched = (field: CharacterField): field is (typeof watched)[number] =>
  (watched as readonly string[]).includes(field)

const isField = (field: string): field is CharacterField => (characterFields as readonly string[]).includes(field)

const missing = (field: CharacterField) =>
  field === 'avatar' ? 'Choose an avatar.' : `Write a ${fieldLabels[field].toLowerCase()}.`
