import { estimateTokens } from '#modules/chat/api'
import { blankEntry, type EntryFields, type EntryPosition, type LorebookEntry } from '#modules/lore/api'
import { isBlank } from '#modules/gallery/api'
import { valuesOf } from './use_draft.ts'

/** The fields of an entry without its id and revision. */
export const fieldsOf = (entry: LorebookEntry): EntryFields => valuesOf(entry, blankEntry)

/** Returns the name of an entry, else its first keys. */
export const titleOf = ({ name, keys }: Pick<EntryFields, 'name' | 'keys'>): string =>
  name.trim() || keys.slice(0, 3).join(', ') || 'Untitled entry'

/** Returns the text that the list shows below the title. */
export const subtitleOf = ({ name, keys, constant, content }: EntryFields): string => {
  if (constant) return 'Always used'
  if (keys.length === 0) return 'No keys'
  // Without a name, the keys are the title.
  return isBlank(name) ? content.slice(0, 200) : keys.join(', ')
}

/** The tokens that a message needs in addition to its text. An entry doesn't need them. */
const frameTokens = estimateTokens('')

export const tokensOf = (text: string): number => estimateTokens(text) - frameTokens

export const positionNames: Record<EntryPosition, string> = {
  before_char: 'Before the character',
  after_char: 'After the character',
  after_personality: 'After the personality',
  after_scenario: 'After the scenario',
  before_examples: 'Before the examples',
  after_examples: 'After the examples',
  note_top: 'Before the author’s note',
  note_bottom: 'After the author’s note',
  at_depth: 'In the chat, at a depth',
  outlet: 'Outlet (kept, not inserted)',
}

/** Whether a search finds the entry by its name, keys or text. `search` must be in lowercase. */
export const isFound = (entry: EntryFields, search: string): boolean =>
  [entry.name, ...entry.keys, ...entry.secondaryKeys, entry.content].some((text) => text.toLowerCase().includes(search))
