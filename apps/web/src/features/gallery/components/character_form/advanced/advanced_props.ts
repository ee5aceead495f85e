import type { Author } from '../author.ts'
import type { CharacterFormState } from '../use_character_form.ts'

export interface AdvancedProps {
  state: CharacterFormState
  author: Author
}
