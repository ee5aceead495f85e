import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { waitForLock } from '#modules/kernel/locks'
import type { ListedSitePage, SitePage } from '../../api.ts'
import { SitePages, type PublishedPage } from '../../index.ts'
import { agreedPageNames, sitePageNames, type AgreedPageName, type SitePageName } from '../domain/site_pages.ts'
import { SitePageRow } from '../tables/site_page_row.ts'

@inject()
export class DatabaseSitePages extends SitePages {
  constructor(private readonly db: Database) {
    super()
  }

  async publish(name: SitePageName, text: string, trx: TransactionClientContract): Promise<PublishedPage | null> {
    await waitForLock(trx, `accounts.page ${name}`)
    const newest = await this.#newest(name, trx)
    if (newest?.text === text) return null
    const before = newest && { version: newest.version, text: newest.text }
    const version = (newest?.version ?? 0) + 1
    await new SitePageRow().fill({ name, version, text }).useTransaction(trx).save()
    return { before, version }
  }

  /** The newest version of each page, in the order of the names. */
  async list(): Promise<ListedSitePage[]> {
    const { rows } = await this.db.rawQuery<{ rows: Pick<SitePageRow, 'name' | 'version' | 'publishedAt'>[] }>(
      `SELECT DISTINCT ON (name) name, version, published_at AS "publishedAt" FROM site_pages ORDER BY name, version DESC`
    )
    return sitePageNames.flatMap((name) => rows.filter((row) => row.name === name).map(toListed))
  }

  /** Without a version, the newest one. Null for one that doesn't exist. */
  async find(name: SitePageName, version: number | null): Promise<SitePage | null> {
    const row = version === null ? await this.#newest(name) : await SitePageRow.query().where({ name, version }).first()
    return row && { ...toListed(row), text: row.text }
  }

  /** The pages that new users agree to, with their versions. */
  async agreed() {
    return (await this.list()).filter(isAgreed)
  }

  #newest(name: SitePageName, trx?: TransactionClientContract) {
    return SitePageRow.query(trx && { client: trx })
      .where('name', name)
      .orderBy('version', 'desc')
      .first()
  }
}

const toListed = ({ name, version, publishedAt }: Pick<SitePageRow, 'name' | 'version' | 'publishedAt'>) => ({
  name,
  version,
  publishedAt: publishedAt.toISOString(),
})

const isAgreed = (page: ListedSitePage): page is ListedSitePage & { name: AgreedPageName } =>
  agreedPageNames.some((name) => name === page.name)
