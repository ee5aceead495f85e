import type { Database } from '@adonisjs/lucid/database'

const rememberedMax = 10_000

/** Which widths there are of a picture, or null when there is no such picture. Remembered, because that never changes, until a picture is removed. */
export class KeptWidthsQuery {
  readonly #remembered = new Map<string, readonly number[]>()

  constructor(private readonly db: Database) {}

  async run(hash: string): Promise<readonly number[] | null> {
    const known = this.#remembered.get(hash)
    if (known) return known
    const { rows } = await this.db.rawQuery<{ rows: { widths: number[] }[] }>(
      `SELECT widths FROM pictures WHERE hash = ?`,
      [hash]
    )
    const widths = rows[0]?.widths
    if (!widths) return null
    if (this.#remembered.size >= rememberedMax) this.#remembered.delete(this.#remembered.keys().next().value!)
    this.#remembered.set(hash, widths)
    return widths
  }

  /** Looks anew the next time. */
  forget(hash: string) {
    this.#remembered.delete(hash)
  }
}
