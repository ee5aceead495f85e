import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'

const cacheSizeMax = 10_000

/** The stored widths of a picture, or null for an unknown one. Cached, because they never change until the picture is removed. */
@inject()
export class StoredWidthsQuery {
  readonly #cache = new Map<string, readonly number[]>()

  constructor(private readonly db: Database) {}

  async run(hash: string): Promise<readonly number[] | null> {
    const known = this.#cache.get(hash)
    if (known) return known
    const { rows } = await this.db.rawQuery<{ rows: { widths: number[] }[] }>(
      `SELECT widths FROM pictures WHERE hash = ?`,
      [hash]
    )
    const widths = rows[0]?.widths
    if (!widths) return null
    if (this.#cache.size >= cacheSizeMax) this.#cache.delete(this.#cache.keys().next().value!)
    this.#cache.set(hash, widths)
    return widths
  }

  forget(hash: string) {
    this.#cache.delete(hash)
  }
}
