import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { SitePages, type SitePageName } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { AuditLog } from '../audit/audit_log.ts'
import type { Actor } from './actor.ts'

export interface NewPage {
  name: SitePageName
  text: string
}

/** Publishes new versions of the operator's pages and records them, all or none. Skips pages whose text is the same. */
@inject()
export class PublishPages {
  constructor(
    private readonly db: Database,
    private readonly pages: SitePages,
    private readonly log: AuditLog
  ) {}

  /** Returns the pages with a new version. `actor` is null for the operator. */
  async run(actor: Actor | null, pages: readonly NewPage[]): Promise<Result<SitePageName[], { kind: 'unproven' }>> {
    if (actor && !(await actor.isProven())) return fail({ kind: 'unproven' as const })
    return this.db.transaction(async (trx) => {
      const published: SitePageName[] = []
      for (const { name, text } of pages) {
        const outcome = await this.pages.publish(name, text, trx)
        if (!outcome) continue
        const { before, version } = outcome
        const [subject, after] = [{ type: 'page', id: null, name } as const, { version, text }]
        await this.log.record({ actorId: actor?.id ?? null, kind: 'page_published', subject, before, after }, trx)
        published.push(name)
      }
      return ok(published)
    })
  }
}
