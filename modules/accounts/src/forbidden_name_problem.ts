import type { FieldProblem } from '#modules/kernel/refusals'
import type { NameRules } from '../index.ts'
import type { PersonNames } from './domain/names_of_people.ts'

/** Checks both names with the rules that other modules have. */
export const forbiddenNameProblem = async (rules: NameRules, names: PersonNames): Promise<FieldProblem | null> => {
  for (const field of ['firstName', 'lastName'] as const) {
    const message = names[field] ? await rules.problem(names[field]) : null
    if (message) return { field, rule: 'forbidden', message }
  }
  return null
}
