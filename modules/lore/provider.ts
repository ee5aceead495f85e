import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, OwnLorebooks } from '#modules/accounts/index'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { Lore, LoreChats, LoreUses, PatternMatcher } from './index.ts'
import { ImportLorebook } from './src/actions/import_lorebook.ts'
import { SaveEntry } from './src/actions/save_entry.ts'
import { SaveLorebook } from './src/actions/save_lorebook.ts'
import { TestLorebooks } from './src/actions/test_lorebooks.ts'
import { DatabaseLore, NoChats, NoUses } from './src/database_lore.ts'
import { exportLore } from './src/queries/export_lore.ts'
import { ListEntriesQuery } from './src/queries/list_entries_query.ts'
import { ListLorebooksQuery } from './src/queries/list_lorebooks_query.ts'
import { EntryLimit, LorebookLimit, LoreTestLimit } from './src/rate_limits.ts'
import { readTotals } from './src/actions/own_lorebook.ts'
import { LorebookRow } from './src/tables/lorebook_row.ts'

export default class LoreProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSingletons(this.app, [
      EntryLimit,
      ImportLorebook,
      ListEntriesQuery,
      ListLorebooksQuery,
      LorebookLimit,
      LoreTestLimit,
      PatternMatcher,
      SaveEntry,
      SaveLorebook,
      TestLorebooks,
    ])
    bindPort(this.app, Lore, DatabaseLore)
    bindPort(this.app, OwnLorebooks, Lore)
    bindPort(this.app, LoreChats, NoChats)
    bindPort(this.app, LoreUses, NoUses)
  }

  async boot() {
    const accounts = await this.app.container.make(Accounts)
    accounts.closing.on(async ({ userId }, trx) => void (await LorebookRow.of(userId, { client: trx }).delete()))
    const db = await this.app.container.make(Database)
    accounts.storage.add(async (userId) => (await readTotals(db, userId)).bytes)
    exportLore(accounts.exportSections, db)
  }

  async start() {
    await import('./routes.ts')
  }

  async shutdown() {
    ;(await this.app.container.make(PatternMatcher)).close()
  }
}
