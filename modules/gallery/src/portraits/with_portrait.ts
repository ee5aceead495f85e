import type { CharacterDraft } from '../domain/character_rules.ts'
import { tokenOf } from './token.ts'
import { traitsOf } from './traits_of.ts'

/**
 * The character with a drawn portrait, and a drawn place for a background, if it has no picture of its own. The same
 * character gets the same pictures.
 */
export const withPortrait = (draft: CharacterDraft): CharacterDraft => {
  if (draft.avatar !== null) return draft
  const text = `${draft.name}\n${draft.firstMessage}\n${draft.description}\n${draft.backstory}`
  const token = tokenOf(text, traitsOf(draft, text))
  return {
    ...draft,
    avatar: `/pictures/drawn/${token}.svg`,
    background: draft.background ?? `/pictures/drawn/${token}-place.svg`,
  }
}
