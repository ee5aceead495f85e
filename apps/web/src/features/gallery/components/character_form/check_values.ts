import * as contentRules from '#config/content_rules'
import {
  checkEditedCharacter,
  checkNewCharacter,
  forbiddenWordsIn,
  notAllowedTitle,
  placeOfWords,
  type CharacterDetails,
  type CharacterProblem,
} from '#modules/gallery/api'
import { ownHosts } from '#web/lib/own_hosts'
import { changesOf, characterFields, draftOf, labelOf, newCharacterOf, valuesOf } from './character_values.ts'
import type { CharacterField, CharacterValues } from './character_values.ts'

const rules = { ...contentRules, ownHosts }

export interface FormProblem {
  field: CharacterField
  rule: string
  message: string
}

/** Returns the problems by the server's rules, in the form's order. `stored` is the character to edit; null for a new character. */
export function checkValues(values: CharacterValues, stored: CharacterDetails | null): FormProblem[] {
  const checked = stored
    ? checkEditedCharacter(rules, changesOf(valuesOf(stored), values), draftOf(stored))
    : checkNewCharacter(rules, newCharacterOf(values))
  return checked.ok ? [] : sorted([...problemsOf(checked.failure), ...forbiddenProblems(values)])
}

/** Returns the problems that belong to form fields, with the form's messages. */
export const problemsOf = (
  problems: readonly (Pick<CharacterProblem, 'field' | 'message'> & { rule: string })[]
): FormProblem[] =>
  problems.flatMap(({ field, rule, message }) =>
    isField(field) ? [{ field, rule, message: fieldMessage(field, rule, message) }] : []
  )

const fieldMessage = (field: CharacterField, rule: string, message: string) =>
  rule === 'required' ? missing(field) : rule === 'forbidden' ? notAllowed(message) : message

/** Returns a message about forbidden words in a field; null if there are none. */
export function forbiddenIn(field: CharacterField, value: string | readonly string[]): string | null {
  if (!isChecked(field)) return null
  const empty = { description: '', backstory: '', personality: '', tags: [] }
  const words = forbiddenWordsIn(rules, { ...empty, [field]: value })
  const place = placeOfWords(words, { ...empty, [field]: value })
  return place && notAllowed(`${cannotContain(words)} (${place.excerpt})`)
}

/** Returns a message about forbidden words in all fields; null if there are none. */
export function forbiddenInAll(values: CharacterValues): string | null {
  const words = forbiddenWordsIn(rules, values)
  return words.length === 0 ? null : cannotContain(words)
}

const notAllowed = (message: string) => `${notAllowedTitle}. ${message}`
const cannotContain = (words: string[]) => `Characters cannot contain: ${words.join(', ')}`

/** Returns a problem for each field with forbidden words, because the shared rules report only the first field. */
const forbiddenProblems = (values: CharacterValues): FormProblem[] =>
  characterFields.flatMap((field) => {
    const message = isChecked(field) ? forbiddenIn(field, values[field]) : null
    return message === null ? [] : [{ field, rule: 'forbidden', message }]
  })

const sorted = (problems: FormProblem[]): FormProblem[] => {
  const byField = new Map<CharacterField, FormProblem>()
  for (const problem of problems) {
    // Later problems are about a single field and more precise.
    const isBetter = problem.rule === 'forbidden' && byField.get(problem.field)?.rule === 'forbidden'
    if (isBetter || !byField.has(problem.field)) byField.set(problem.field, problem)
  }
  return characterFields.flatMap((field) => byField.get(field) ?? [])
}

const checkedFields = ['description', 'backstory', 'personality', 'tags'] as const
const isChecked = (field: CharacterField): field is (typeof checkedFields)[number] =>
  (checkedFields as readonly string[]).includes(field)

const isField = (field: string): field is CharacterField => (characterFields as readonly string[]).includes(field)

const missing = (field: CharacterField) =>
  field === 'avatar' ? 'Choose an avatar.' : `Write a ${labelOf(field).toLowerCase()}.`
