import type { Database } from '@adonisjs/lucid/database'

const tagsKept = 1_000
const tagsPerSearch = 16
const maxAgeMs = 30_000

/**
 * The most used tags, for searches by a part of a tag. Held in memory, because every search asks for them and they change slowly. Other
 * tags are found by their complete name only.
 */
export class TagVocabulary {
  #keys: Promise<string[]> | null = null
  #readAt = 0

  constructor(private readonly db: Database) {}

  /** The most used tags of which a word begins with the text, ignoring case. In lower case. */
  async tagsWith(text: string): Promise<string[]> {
    const wanted = ` ${text.replace(/\s+/gu, ' ').toLowerCase()}`
    return (await this.#read()).filter((key) => ` ${key}`.includes(wanted)).slice(0, tagsPerSearch)
  }

  #read(): Promise<string[]> {
    const now = performance.now()
    if (!this.#keys || now - this.#readAt > maxAgeMs) {
      this.#readAt = now
      const keys = this.db
        .rawQuery<{ rows: { key: string }[] }>(
          `SELECT key FROM character_tags WHERE uses > 0 ORDER BY uses DESC, key LIMIT ${tagsKept}`
        )
        .then(({ rows }) => rows.map(({ key }) => key))
        .catch((error: unknown) => {
          this.#keys = null
          throw error
        })
      this.#keys = keys
    }
    return this.#keys
  }
}
