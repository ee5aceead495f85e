import { column, Row } from '#modules/kernel/tables'
import type { SitePageName } from '../domain/site_pages.ts'

/** A version of a page. The key is `name` and `version`. */
export class SitePageRow extends Row {
  static override table = 'site_pages'

  @column({ isPrimary: true }) declare name: SitePageName
  @column() declare version: number
  @column() declare text: string
  @column() declare publishedAt: Date
}
