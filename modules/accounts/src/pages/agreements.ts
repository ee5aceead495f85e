import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { AgreementsBody } from '../../api.ts'
import type { AgreedPageName } from '../domain/site_pages.ts'
import { DatabaseSitePages } from './database_site_pages.ts'

/** A page and the version that a user agrees to. */
export interface Agreement {
  page: AgreedPageName
  version: number
}

/** The agreements of users, with their times. */
@inject()
export class Agreements {
  constructor(
    private readonly db: Database,
    private readonly pages: DatabaseSitePages
  ) {}

  /**
   * Compares a caller's agreements with the newest versions. `missing` are the pages that a new account still has to agree to, and
   * `outdated` those with another version than the given one.
   */
  async check(
    given: AgreementsBody
  ): Promise<{ agreed: Agreement[]; missing: AgreedPageName[]; outdated: AgreedPageName[] }> {
    const pages = (await this.pages.agreed()).map(({ name, version }) => ({
      page: name,
      version,
      given: given[`${name}Version`],
    }))
    const isAgreed = (each: (typeof pages)[number]) => each.given === each.version
    return {
      agreed: pages.filter(isAgreed).map(({ page, version }) => ({ page, version })),
      missing: pages.filter((each) => !isAgreed(each)).map(({ page }) => page),
      outdated: pages.filter((each) => typeof each.given === 'number' && !isAgreed(each)).map(({ page }) => page),
    }
  }

  /** Records agreements. The first time of a version stays. */
  async record(userId: string, agreed: readonly Agreement[], client: QueryClientContract = this.db.connection()) {
    if (agreed.length === 0) return
    await client.rawQuery(
      `INSERT INTO agreements (user_id, page, version)
       SELECT ?::uuid AS user_id, page, version FROM unnest(?::text[], ?::int[]) AS given (page, version)
       ON CONFLICT DO NOTHING`,
      [userId, agreed.map(({ page }) => page), agreed.map(({ version }) => version)]
    )
  }
}
