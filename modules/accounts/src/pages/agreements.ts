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

/** SQL for the newest versions of the pages that users agree to. */
const newestAgreed = `SELECT name, max(version) AS newest FROM site_pages WHERE name IN ('terms', 'rules') GROUP BY name`

/** SQL for whether a user has agreed to the newest versions. */
export const hasAgreed = (userId: string) => `NOT EXISTS (
  SELECT FROM (${newestAgreed}) AS p
  WHERE NOT EXISTS (SELECT FROM agreements WHERE user_id = ${userId} AND page = name AND version = newest))`

/** SQL for the newest versions that a row of `users` hasn't agreed to, as a list of JSON. */
export const wantedAgreements = `(
  SELECT coalesce(json_agg(json_build_object('page', name, 'version', newest, 'agreedVersion', agreed) ORDER BY name DESC), '[]')
  FROM (${newestAgreed}) AS p
  CROSS JOIN LATERAL (
    SELECT max(version) AS agreed FROM agreements WHERE user_id = users.id AND page = p.name
  ) AS own
  WHERE agreed IS DISTINCT FROM newest)`
