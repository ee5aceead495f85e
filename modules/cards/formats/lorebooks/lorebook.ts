import type { BookFields, EntryFields } from '#modules/lore/index'

export const lorebookFormats = ['v3', 'book', 'sillytavern', 'risu', 'agnai', 'novelai', 'kobold'] as const
/** `v3` is a `lorebook_v3` file. `book` is the book of a V2 or V3 card, inside the card or as a separate file. */
export type LorebookFormat = (typeof lorebookFormats)[number]

/** `origin` is the entry's key in the list or object of the file. */
export interface ReadEntry extends EntryFields {
  origin: string
}

export interface ReadLorebook {
  format: LorebookFormat
  book: BookFields
  /** In the order of the file. SillyTavern's worlds are sorted by `displayIndex`. */
  entries: ReadEntry[]
  /** Sentences about parts of the file that Facet keeps but doesn't use. */
  kept: string[]
  /** Sentences about anomalies in the file. */
  warnings: string[]
}
