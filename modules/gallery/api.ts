/** Wire shapes, paths and limits of the gallery. Runs in a browser. */

/** A character. For a viewer who may not see adult content, texts and pictures of an adult one are null. */
export interface Character {
  id: string
  name: string
  description: string | null
  avatar: string | null
  category: string
  tags: string[]
  isNsfw: boolean
  isPublic: boolean
  likes: number
  messageCount: number
  createdBy: string
  backstory: string | null
  personality: string | null
  firstMessage: string | null
  greeting: string | null
  scenario: string | null
  background: string | null
  createdAt: string
  /** The caller's own like; false when signed out. */
  liked: boolean
}

/** What lists carry: no long texts. */
export type CharacterSummary = Omit<Character, 'backstory' | 'personality' | 'firstMessage' | 'greeting' | 'scenario'>

/** In the order of the screen. `value` is what `?category=` takes; All takes none. */
export const chips = [
  { label: 'All', value: '' },
  { label: 'Limitless', value: 'Limitless' },
  { label: 'Anime', value: 'Anime' },
  { label: 'Fantasy', value: 'Fantasy' },
  { label: 'Romance', value: 'Romance' },
  { label: 'Adventure', value: 'Adventure' },
  { label: 'Sci-Fi', value: 'Sci-Fi' },
  { label: 'Mystery', value: 'Mystery' },
  { label: 'Furry', value: 'Furry' },
  { label: 'Gay', value: 'Gay' },
  { label: 'Lesbian', value: 'Lesbian' },
  { label: 'Femboy', value: 'Femboy' },
  { label: 'Dominant', value: 'Dominant' },
  { label: 'Submissive', value: 'Submissive' },
] as const

/** Lengths in Unicode code points. */
export const limits = {
  nameMax: 80,
  descriptionMax: 2_000,
  personalityMax: 8_000,
  scenarioMax: 8_000,
  firstMessageMax: 8_000,
  backstoryMax: 16_000,
  tagsMax: 20,
  tagMax: 40,
  listDefault: 500,
  listMax: 500,
  /** A search, a chip or a cursor in the address. */
  queryMax: 1_000,
  similarMax: 6,
  tagsListed: 200,
} as const

/**
 * Widths in pixels of our own pictures, those whose address begins with `/pictures/`: `?w=` with one of these gives that
 * width, without it the last one. Another value is 404. A picture is never scaled up, and its shape stays the same.
 */
export const pictureWidths = [96, 192, 384, 768, 1536] as const

export const paths = {
  characters: '/api/characters',
  character: (id: string) => `/api/characters/${id}`,
  similar: (id: string) => `/api/characters/${id}/similar`,
  like: (id: string) => `/api/characters/${id}/like`,
  tags: '/api/characters/tags',
} as const
