import type { ModelTier } from '#modules/chat/api'
import type { Author } from '../author.ts'
import type { CharacterFormState } from '../use_character_form.ts'

export interface AdvancedProps {
  state: CharacterFormState
  /** All models; empty while loading. */
  tiers: readonly ModelTier[]
  author: Author
}
