import type { ApplicationService } from '@adonisjs/core/types'
import { Timers } from '#plugins/contract/timers'
import { Accounts, CharactersCreatedReader } from '#modules/accounts/index'
import { Jobs } from '#modules/jobs/index'
import { Lore, LoreUses } from '#modules/lore/index'
import { ownHosts } from '#modules/kernel/own_hosts'
import { RateLimit } from '#modules/kernel/rate_limit'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import {
  AdminCharacters,
  BuiltInImports,
  CardCharacters,
  CharacterImports,
  CharacterOriginals,
  CounterQueue,
  DemoCharacters,
  Gallery,
  RecentChats,
  SharedCharacters,
} from './index.ts'
import { BlockTags } from './src/actions/block_tags.ts'
import { CreateCharacter } from './src/actions/create_character.ts'
import { DeleteCharacter } from './src/actions/delete_character.ts'
import { EditCharacter } from './src/actions/edit_character.ts'
import { deleteUserData } from './src/actions/delete_user_data.ts'
import { PurgeDeletedCharacters } from './src/actions/purge_deleted_characters.ts'
import { FillShelves } from './src/actions/fill_shelves.ts'
import { ForkCharacter } from './src/actions/fork_character.ts'
import { FoldIncrements } from './src/actions/fold_increments.ts'
import { ImportBuiltIn } from './src/actions/import_built_in.ts'
import { ImportCharacters } from './src/actions/import_characters.ts'
import { ImportFifty, importFiftyKind } from './src/actions/import_fifty.ts'
import { PostComment } from './src/actions/post_comment.ts'
import { RemoveComment } from './src/actions/remove_comment.ts'
import { SeedBuiltIn } from './src/actions/seed_built_in.ts'
import { SuggestCharacters } from './src/actions/suggest_characters.ts'
import { ToggleLike } from './src/actions/toggle_like.ts'
import { SeedDemo } from './src/demo/seed_demo.ts'
import { DatabaseAdminCharacters } from './src/database_admin_characters.ts'
import { DatabaseCardCharacters } from './src/database_card_characters.ts'
import type { ContentRules } from './src/domain/character_rules.ts'
import { limits } from './src/domain/limits.ts'
import { GalleryService } from './src/gallery_service.ts'
import type { OwnLorebooks } from './src/own_lorebooks.ts'
import { CharactersCreatedQuery } from './src/queries/characters_created_query.ts'
import { exportGallery } from './src/queries/export_gallery.ts'
import { CounterQueueQuery } from './src/queries/counter_queue_query.ts'
import { CharacterVersions } from './src/queries/character_versions.ts'
import { FindCharacterDetailsQuery } from './src/queries/find_character_details_query.ts'
import { FindCharactersQuery } from './src/queries/find_characters_query.ts'
import { ListCharactersQuery } from './src/queries/list_characters_query.ts'
import { ListChipsQuery } from './src/queries/list_chips_query.ts'
import { ListCommentsQuery } from './src/queries/list_comments_query.ts'
import { ListShelvesQuery } from './src/queries/list_shelves_query.ts'
import { ListLandingCharactersQuery } from './src/queries/list_landing_characters_query.ts'
import { ListTagsQuery } from './src/queries/list_tags_query.ts'
import { SimilarCharactersQuery } from './src/queries/similar_characters_query.ts'
import { SurpriseQuery } from './src/queries/surprise_query.ts'
import { TagVocabulary } from './src/queries/tag_vocabulary.ts'
import { LoreUsesQuery } from './src/queries/lore_uses_query.ts'
import { StartersQuery } from './src/queries/starters_query.ts'
import { SharedCharactersQuery } from './src/sharing/shared_characters_query.ts'
import { Sitemap } from './src/sharing/sitemap.ts'
import { restoreCharacters, withdrawCharacters } from './src/actions/withdraw_characters.ts'
import { characterStorage } from './src/queries/storage_query.ts'

/** Limits how far message counts lag behind. */
const foldEveryMs = 3_000
const purgeCommentsEveryMs = 60_000
const purgeCharactersEveryMs = 10 * 60_000
const fillShelvesEveryMs = 60_000

/** Services whose only dependency is the database. */
const databaseServices = [
  FoldIncrements,
  ToggleLike,
  DeleteCharacter,
  BlockTags,
  CharacterVersions,
  FillShelves,
  ListChipsQuery,
  ListTagsQuery,
  SimilarCharactersQuery,
]

export default class GalleryProvider {
  #worker?: PeriodicTaskRunner

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    for (const Service of databaseServices)
      container.singleton(Service, async (resolver) => new Service(await resolver.make('lucid.db')) as never)
    container.singleton(
      CharactersCreatedReader,
      async (resolver) => new CharactersCreatedQuery(await resolver.make('lucid.db'))
    )
    container.singleton(LoreUses, async (resolver) => new LoreUsesQuery(await resolver.make('lucid.db')))
    container.singleton(CounterQueue, () => new CounterQueueQuery())
    container.singleton(Gallery, async (resolver) => {
      const db = await resolver.make('lucid.db')
      // Servers of tests start with an empty gallery very often.
      const jobs = this.app.inTest ? null : await resolver.make(Jobs)
      const builtIn = new SeedBuiltIn(db, await resolver.make(Accounts), await resolver.make(Lore), jobs)
      const lists = await resolver.make(ListCharactersQuery)
      const details = new FindCharacterDetailsQuery(
        db,
        await this.#ownLorebooks(),
        await resolver.make(CharacterOriginals)
      )
      const versions = await resolver.make(CharacterVersions)
      const landing = new ListLandingCharactersQuery(db)
      return new GalleryService(new FindCharactersQuery(db), details, versions, lists, landing, builtIn)
    })
    this.#registerDiscovery()
    container.singleton(StartersQuery, async (resolver) => new StartersQuery(await resolver.make(ListCharactersQuery)))
    this.#registerSharing()
    this.#registerAuthors()
    this.#registerImports()
  }

  #registerDiscovery() {
    const { container, config } = this.app
    container.singleton(ListCharactersQuery, async (resolver) => {
      const db = await resolver.make('lucid.db')
      return new ListCharactersQuery(db, new TagVocabulary(db, await resolver.make(Timers)))
    })
    container.singleton(SuggestCharacters, async (resolver) => {
      const perMinute = {
        requests: limits.suggestionsPerMinute,
        duration: '1 minute',
        enabled: config.get<boolean>('limits.enabled'),
      }
      const rateLimit = new RateLimit(await resolver.make('limiter.manager'), { name: 'suggestions', ...perMinute })
      return new SuggestCharacters(await resolver.make(ListCharactersQuery), rateLimit)
    })
    container.singleton(
      ListShelvesQuery,
      async (resolver) =>
        new ListShelvesQuery(
          await resolver.make('lucid.db'),
          await resolver.make(Gallery),
          await resolver.make(SimilarCharactersQuery),
          await resolver.make(RecentChats)
        )
    )
    container.singleton(
      SurpriseQuery,
      async (resolver) => new SurpriseQuery(await resolver.make('lucid.db'), await resolver.make(RecentChats))
    )
  }

  #registerSharing() {
    const { container, config } = this.app
    const { isOn, origin } = config.get<{ isOn: boolean; origin: string | null }>('public_pages')
    const notice = config.get<string>('notices.text')
    container.singleton(
      SharedCharacters,
      async (resolver) => new SharedCharactersQuery(await resolver.make('lucid.db'), isOn, notice)
    )
    container.singleton(
      Sitemap,
      async (resolver) =>
        new Sitemap({
          db: await resolver.make('lucid.db'),
          timers: await resolver.make(Timers),
          origin: isOn ? origin : null,
        })
    )
  }

  #registerAuthors() {
    const { container, config } = this.app
    const limitsEnabled = config.get<boolean>('limits.enabled')
    container.singleton(CreateCharacter, async (resolver) => {
      const limiters = await resolver.make('limiter.manager')
      const hourly = { requests: limits.charactersPerHour, duration: '1 hour', enabled: limitsEnabled }
      const rateLimit = new RateLimit(limiters, { name: 'create_character', ...hourly })
      const { storage } = await resolver.make(Accounts)
      const lorebooks = await this.#ownLorebooks()
      return new CreateCharacter(await resolver.make('lucid.db'), this.#rules, rateLimit, lorebooks, storage)
    })
    container.singleton(ForkCharacter, async (resolver) => {
      const limiters = await resolver.make('limiter.manager')
      const hourly = { requests: limits.charactersPerHour, duration: '1 hour', enabled: limitsEnabled }
      const rateLimit = new RateLimit(limiters, { name: 'create_character', ...hourly })
      return new ForkCharacter({
        db: await resolver.make('lucid.db'),
        gallery: await resolver.make(Gallery),
        rateLimit,
        storage: (await resolver.make(Accounts)).storage,
      })
    })
    container.singleton(EditCharacter, async (resolver) => {
      const hourly = { requests: limits.versionsPerHour, duration: '1 hour', enabled: limitsEnabled }
      return new EditCharacter({
        db: await resolver.make('lucid.db'),
        rules: this.#rules,
        ownLorebooks: await this.#ownLorebooks(),
        versions: await resolver.make(CharacterVersions),
        storage: (await resolver.make(Accounts)).storage,
        rateLimit: new RateLimit(await resolver.make('limiter.manager'), { name: 'edit_character', ...hourly }),
      })
    })
    container.singleton(
      PostComment,
      async (resolver) => new PostComment(await resolver.make('lucid.db'), { limitsEnabled })
    )
    container.singleton(RemoveComment, async (resolver) => {
      const { commentModerated } = await resolver.make(Gallery)
      return new RemoveComment(await resolver.make('lucid.db'), commentModerated)
    })
    container.singleton(
      ListCommentsQuery,
      async (resolver) => new ListCommentsQuery(await resolver.make('lucid.db'), await resolver.make(Accounts))
    )
  }

  #registerImports() {
    const { container } = this.app
    const imports = async () => new ImportCharacters(await container.make('lucid.db'), this.#rules)
    container.singleton(CharacterImports, imports)
    container.singleton(
      AdminCharacters,
      async (resolver) => new DatabaseAdminCharacters(await resolver.make('lucid.db'), this.#rules)
    )
    container.singleton(
      CardCharacters,
      async (resolver) =>
        new DatabaseCardCharacters(await resolver.make('lucid.db'), this.#rules, await resolver.make(EditCharacter))
    )
    container.singleton(
      BuiltInImports,
      async (resolver) => new ImportBuiltIn(await imports(), await resolver.make(Lore))
    )
    container.singleton(
      DemoCharacters,
      async (resolver) => new SeedDemo(await resolver.make('lucid.db'), await resolver.make(Accounts))
    )
  }

  async #ownLorebooks(): Promise<OwnLorebooks> {
    const lore = await this.app.container.make(Lore)
    return (userId, ids, trx) => lore.findOwn(userId, ids, trx)
  }

  /** The rules of config/content_rules.ts, with the host of `APP_URL`. */
  get #rules(): ContentRules {
    const { config } = this.app
    return { ...config.get<ContentRules>('content_rules'), ownHosts: ownHosts(config.get<string>('app.appUrl')) }
  }

  async boot() {
    const accounts = await this.app.container.make(Accounts)
    accounts.closing.on(({ userId }, trx) => deleteUserData(userId, trx))
    accounts.disabled.on(({ userId }, trx) => withdrawCharacters(userId, trx))
    accounts.enabled.on(({ userId }, trx) => restoreCharacters(userId, trx))
    const db = await this.app.container.make('lucid.db')
    accounts.storage.add((userId) => characterStorage(db, userId))
    exportGallery(accounts.exportSections, db)
    await this.#defineJobs()
  }

  async #defineJobs() {
    const { container } = this.app
    const jobs = await container.make(Jobs)
    jobs.define(importFiftyKind, async () => {
      const [db, imports] = [await container.make('lucid.db'), await container.make(BuiltInImports)]
      const imported = await new ImportFifty(db, await container.make(Accounts), imports).run()
      if (imported > 0) await (await container.make(FillShelves)).run()
    })
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const counters = await container.make(FoldIncrements)
    const folding = { purpose: 'fold the counters', everyMs: foldEveryMs, run: async () => void (await counters.run()) }
    const comments = await container.make(RemoveComment)
    const purging = {
      purpose: 'delete removed comments',
      everyMs: purgeCommentsEveryMs,
      run: async () => void (await comments.purge()),
    }
    const deleted = new PurgeDeletedCharacters(await container.make('lucid.db'), await container.make(Gallery), {
      afterDays: this.app.config.get('retention.deletedDays'),
    })
    const emptying = {
      purpose: 'purge deleted characters',
      everyMs: purgeCharactersEveryMs,
      run: async (signal: AbortSignal) => void (await deleted.run(signal)),
    }
    const shelves = await container.make(FillShelves)
    const filling = {
      purpose: 'fill the shelves',
      everyMs: fillShelvesEveryMs,
      // Skips the run if another process filled the shelves a moment ago.
      run: () => shelves.run({ restSeconds: fillShelvesEveryMs / 2_000 }),
    }
    const logger = await container.make('logger')
    this.#worker = new PeriodicTaskRunner([folding, purging, emptying, filling], logger, await container.make(Timers))
    this.#worker.start()
    await filling.run().catch((err) => logger.warn({ err }, 'could not fill the shelves; the next run tries again'))
  }

  async shutdown() {
    await this.#worker?.stop()
  }
}
