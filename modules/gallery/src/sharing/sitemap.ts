import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import { PublicPages } from '../settings.ts'
import { nilUuid } from '#modules/kernel/ids'
import { Replicas } from '#modules/kernel/replicas'
import { queryUnprepared } from '#modules/kernel/sql'

const compress = promisify(gzip)

/** The limits of sitemaps.org, for the addresses of a file and for the files of an index. */
const addressesMax = 50_000
const filesMax = 50_000
/** Rows per query. */
const batchMax = 5_000
const maxAgeMs = 60 * 60_000
/** Maximum cached files. A file has about a megabyte, and the files of a million characters fit. */
const cachedMax = 24

/** The addresses of all share pages as gzipped XML, at most an hour old. */
@inject()
export class Sitemap {
  /** The beginning of all addresses. Null if there is no sitemap. */
  readonly #origin: string | null
  readonly #cache = new Map<string, { madeAt: number; value: Promise<unknown> }>()

  constructor(
    private readonly replicas: Replicas,
    private readonly timers: Timers,
    { isOn, origin }: PublicPages,
    private readonly addressesPerFile: number = addressesMax
  ) {
    this.#origin = isOn && origin !== null ? origin.replaceAll('&', '&amp;') : null
  }

  /** Returns the only file, or an index of several files. Null without a sitemap. */
  async root(): Promise<Buffer | null> {
    if (this.#origin === null) return null
    const starts = await this.#starts()
    return starts.length === 1
      ? this.file(starts[0]!)
      : this.#cached('index', async () => compress(this.#index(starts)))
  }

  /** Returns the file of the addresses after an id. Null for an id that isn't in the index. */
  async file(after: string): Promise<Buffer | null> {
    if (this.#origin === null || !(await this.#starts()).includes(after)) return null
    return this.#cached(after, async () => compress(await this.#file(after)))
  }

  #index(starts: readonly string[]): string {
    const files = starts.map((after) => `<sitemap><loc>${this.#origin}/sitemaps/${after}.xml</loc></sitemap>`)
    return `${declaration}<sitemapindex ${namespace}>${files.join('')}</sitemapindex>`
  }

  async #file(after: string): Promise<string> {
    let xml = `${declaration}<urlset ${namespace}>`
    for (let last = after, left = this.addressesPerFile; left > 0;) {
      const ids = await this.#idsAfter(last, { skipped: 0, limit: Math.min(batchMax, left) })
      for (const id of ids) xml += `<url><loc>${this.#origin}/share/${id}</loc></url>`
      if (ids.length < batchMax) break
      last = ids.at(-1)!
      left -= ids.length
    }
    return `${xml}</urlset>`
  }

  /** Returns the id before the first address of each file. */
  #starts(): Promise<string[]> {
    return this.#cached('starts', async () => {
      const starts: string[] = [nilUuid]
      while (starts.length < filesMax) {
        const skipped = this.addressesPerFile - 1
        const [last, next] = await this.#idsAfter(starts.at(-1)!, { skipped, limit: 2 })
        if (last === undefined || next === undefined) break
        starts.push(last)
      }
      return starts
    })
  }

  async #idsAfter(id: string, { skipped, limit }: { skipped: number; limit: number }): Promise<string[]> {
    const rows = await this.replicas.run(null, (client) =>
      queryUnprepared<{ id: string }>(
        client,
        `SELECT id FROM characters
         WHERE is_public AND NOT is_nsfw AND deleted_at IS NULL AND id > $1
         ORDER BY id OFFSET $2 LIMIT $3`,
        [id, skipped, limit]
      )
    )
    return rows.map((row) => row.id)
  }

  #cached<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    const now = this.timers.monotonicMs()
    const known = this.#cache.get(key)
    if (known && now - known.madeAt < maxAgeMs) return known.value as Promise<Value>
    const value = make()
    this.#cache.delete(key)
    this.#cache.set(key, { madeAt: now, value })
    value.catch(() => this.#cache.delete(key))
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > cachedMax + 2) this.#cache.delete(oldest!)
    return value
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
