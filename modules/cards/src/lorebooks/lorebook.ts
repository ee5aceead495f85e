import type { BookFields, EntryFields } from '#modules/lore/index'

export const lorebookFormats = ['v3', 'book', 'sillytavern', 'risu', 'agnai', 'novelai', 'kobold'] as const
/** `v3`: a file `lorebook_v3`. `book`: the book of a V2 or V3 card, or one alone. */
export type LorebookFormat = (typeof lorebookFormats)[number]

/** `origin` is the entry's key in the list or object of the file. */
export interface ReadEntry extends EntryFields {
  origin: string
}

export interface ReadLorebook {
  format: LorebookFormat
  book: BookFields
  /** In the order of the file. */
  entries: ReadEntry[]
  /** Sentences about parts of the file that Facet keeps, but doesn't use. */
  kept: string[]
  /** Sentences about what was unusual. */
  warnings: string[]
}
