import { isBlank } from '#modules/kernel/text'
import { estimateTokens } from './estimate_tokens.ts'

/*
 * A character's description is a public teaser for the gallery, and no text for prompts. Independent of the server, like `planPrompt`.
 */

export interface DescribedSheet {
  description: string
  personality: string
  backstory: string
  scenario: string
  exampleDialogue?: string | null
  systemPrompt?: string | null
  /**
   * The description is known to be only a teaser: `written` by the owner, or from the creator's `notes` of a card. Null: its owner hasn't
   * answered.
   */
  teaser?: 'written' | 'notes' | null
}

/** Whether a description is longer than the definition. Then it probably is the definition, until its owner says otherwise. */
export const isLikelyDefinition = ({ description, personality, backstory, scenario }: DescribedSheet): boolean =>
  !isBlank(description) && tokensOf(description) > tokensOf(personality) + tokensOf(backstory) + tokensOf(scenario)

/** Returns the description if a prompt needs it: as the probable definition, or where the character has nothing else. */
export const promptDescription = (sheet: DescribedSheet): string => {
  const { description, teaser, personality, backstory, scenario, exampleDialogue, systemPrompt } = sheet
  if (teaser === 'notes') return ''
  const others = [personality, backstory, scenario, exampleDialogue, systemPrompt]
  if (others.every((text) => isBlank(text ?? ''))) return description
  return !teaser && isLikelyDefinition(sheet) ? description : ''
}

const tokensOf = (text: string) => (isBlank(text) ? 0 : estimateTokens(text))
