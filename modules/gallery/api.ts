/** Wire types, paths, limits and rules of the gallery. Shared with the browser. */

import { pathSegment } from '#modules/kernel/path_segment'

export * from './src/domain/character_rules.ts'
export { limits } from './src/domain/limits.ts'
export { pictureSizes } from './src/domain/picture_sizes.ts'
export { pictureSources } from './src/domain/picture_sources.ts'
export { pictureWidths } from './src/domain/picture_widths.ts'

/** A character. Texts and pictures of a gated adult character are null. */
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

/** A character in a list, without long texts. */
export type CharacterSummary = Omit<Character, 'backstory' | 'personality' | 'firstMessage' | 'greeting' | 'scenario'>

export interface Comment {
  id: string
  content: string
  createdAt: string
  user: { id: string; firstName: string | null; username: string | null; profileImageUrl: string | null }
}

export interface ImportRefusal {
  /** Zero-based position in the file. */
  index: number
  name: string | null
  message: string
}

/** Duplicates count only in `total`. */
export interface ImportAnswer {
  imported: number
  total: number
  errors: ImportRefusal[]
}

/** The built-in sets and their sizes. */
export const builtInSetSizes = { eight: 8, fifty: 50 } as const
export type BuiltInSet = keyof typeof builtInSetSizes

/** In the order of the screen. `value` is for `?category=`. */
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

export const paths = {
  characters: '/api/characters',
  character: (id: string) => `/api/characters/${pathSegment(id)}`,
  similar: (id: string) => `/api/characters/${pathSegment(id)}/similar`,
  /** For the edit form. Owners get full texts even with adult content off. */
  characterToEdit: (id: string) => `/api/characters/${pathSegment(id)}?edit=true`,
  comments: (id: string) => `/api/characters/${pathSegment(id)}/comments`,
  comment: (id: string, commentId: string) => `/api/characters/${pathSegment(id)}/comments/${pathSegment(commentId)}`,
  restoreComment: (id: string, commentId: string) =>
    `/api/characters/${pathSegment(id)}/comments/${pathSegment(commentId)}/restore`,
  like: (id: string) => `/api/characters/${pathSegment(id)}/like`,
  tags: '/api/characters/tags',
} as const
