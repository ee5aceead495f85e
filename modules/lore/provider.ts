import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, OwnLorebooks } from '#modules/accounts/index'
import { RateLimit } from '#modules/kernel/rate_limit'
import { Lore, LoreChats, LoreUses, PatternMatcher } from './index.ts'
import { deleteUserData } from './src/actions/delete_user_data.ts'
import { ImportLorebook } from './src/actions/import_lorebook.ts'
import { SaveEntry } from './src/actions/save_entry.ts'
import { SaveLorebook } from './src/actions/save_lorebook.ts'
import { TestLorebooks } from './src/actions/test_lorebooks.ts'
import { DatabaseLore, NoChats, NoUses } from './src/database_lore.ts'
import { limits } from './src/domain/limits.ts'
import { exportLore } from './src/queries/export_lore.ts'
import { ListEntriesQuery } from './src/queries/list_entries_query.ts'
import { ListLorebooksQuery } from './src/queries/list_lorebooks_query.ts'
import { ReadBooksQuery } from './src/queries/read_books_query.ts'
import { readTotals } from './src/actions/own_lorebook.ts'

/** Services whose only dependency is the database. */
const databaseServices = [ListLorebooksQuery, ListEntriesQuery, ReadBooksQuery, ImportLorebook]

export default class LoreProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    for (const Service of databaseServices)
      container.singleton(Service, async (resolver) => new Service(await resolver.make(Database)) as never)
    container.singleton(PatternMatcher, () => new PatternMatcher())
    container.singleton(LoreChats, () => new NoChats())
    container.singleton(LoreUses, () => new NoUses())
    container.singleton(
      Lore,
      async (resolver) =>
        new DatabaseLore(
          await resolver.make(ImportLorebook),
          await resolver.make(ReadBooksQuery),
          await resolver.make(ListLorebooksQuery)
        )
    )
    container.singleton(OwnLorebooks, (resolver) => resolver.make(Lore))
    container.singleton(
      SaveLorebook,
      async (resolver) =>
        new SaveLorebook(
          await resolver.make(Database),
          await this.#rateLimit('lorebooks', limits.booksPerHour, '1 hour')
        )
    )
    container.singleton(
      SaveEntry,
      async (resolver) =>
        new SaveEntry(
          await resolver.make(Database),
          await this.#rateLimit('lorebook_entries', limits.entriesPerTenMinutes, '10 minutes')
        )
    )
    container.singleton(
      TestLorebooks,
      async (resolver) =>
        new TestLorebooks({
          books: await resolver.make(ReadBooksQuery),
          chats: await resolver.make(LoreChats),
          matcher: await resolver.make(PatternMatcher),
          rateLimit: await this.#rateLimit('lorebook_tests', limits.testsPerMinute, '1 minute'),
        })
    )
  }

  async #rateLimit(name: string, requests: number, duration: string) {
    const limiters = await this.app.container.make('limiter.manager')
    return new RateLimit(limiters, { name, requests, duration, enabled: this.app.config.get('limits.enabled') })
  }

  async boot() {
    const accounts = await this.app.container.make(Accounts)
    accounts.closing.on(({ userId }, trx) => deleteUserData(userId, trx))
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
