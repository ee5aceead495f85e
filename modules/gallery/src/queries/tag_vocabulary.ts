import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { isFoundInside } from '#modules/kernel/words'

const tagsKept = 1_000
const tagsPerSearch = 16
const maxAgeMs = 30_000

/**
 * The most used tags, for searches by a part of a tag. Cached in memory, because every search needs them and they change slowly. Searches
 * find other tags only by their complete name.
 */
@inject()
export class TagVocabulary {
  #keys: Promise<string[]> | null = null
  #readAt = 0

  constructor(
    private readonly db: Database,
    private readonly timers: Timers
  ) {}

  /**
   * Returns the most used tags with a word that begins with the text, ignoring case. In scripts without spaces, any letter begins a word.
   * The tags are in lower case.
   */
  async tagsWith(text: string): Promise<string[]> {
    const wanted = (isFoundInside(text) ? '' : ' ') + text.replace(/\s+/gu, ' ').toLowerCase()
    return (await this.#read()).filter((key) => ` ${key}`.includes(wanted)).slice(0, tagsPerSearch)
  }

  #read(): Promise<string[]> {
    const now = this.timers.monotonicMs()
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
