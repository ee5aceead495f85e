import { column, PrivateRow } from '#modules/kernel/tables'
import type { AgreedPageName } from '../domain/site_pages.ts'

/** A version of a page that a user agreed to. The key is the user, `page` and `version`. */
export class AgreementRow extends PrivateRow {
  static override table = 'agreements'

  @column({ isPrimary: true }) declare page: AgreedPageName
  @column() declare version: number
  @column() declare agreedAt: Date
}
