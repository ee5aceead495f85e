import type { ApplicationService } from '@adonisjs/core/types'
import { Accounts, CharactersCreatedReader } from '#modules/accounts/index'
import { Gallery } from './index.ts'
import { FoldIncrements } from './src/actions/fold_increments.ts'
import { SeedBuiltIn } from './src/actions/seed_built_in.ts'
import { ToggleLike } from './src/actions/toggle_like.ts'
import { FoldingTimer } from './src/folding_timer.ts'
import { GalleryService } from './src/gallery_service.ts'
import { CharactersCreatedQuery } from './src/queries/characters_created_query.ts'
import { FindCharactersQuery } from './src/queries/find_characters_query.ts'
import { ListCharactersQuery } from './src/queries/list_characters_query.ts'
import { ListTagsQuery } from './src/queries/list_tags_query.ts'
import { SimilarCharactersQuery } from './src/queries/similar_characters_query.ts'

/** A message counts on the card at most this long after it was written. */
const foldEveryMs = 3_000

/** What needs the database and nothing else. */
const overDatabase = [FoldIncrements, ToggleLike, ListCharactersQuery, ListTagsQuery, SimilarCharactersQuery]

export default class GalleryProvider {
  #timer: FoldingTimer | null = null

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    for (const part of overDatabase)
      container.singleton(part, async (resolver) => new part(await resolver.make('lucid.db')) as never)
    container.singleton(
      CharactersCreatedReader,
      async (resolver) => new CharactersCreatedQuery(await resolver.make('lucid.db'))
    )
    container.singleton(Gallery, async (resolver) => {
      const db = await resolver.make('lucid.db')
      const builtIn = new SeedBuiltIn(db, await resolver.make(Accounts))
      return new GalleryService(new FindCharactersQuery(db), builtIn)
    })
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    this.#timer = new FoldingTimer(await container.make(FoldIncrements), await container.make('logger'), foldEveryMs)
    this.#timer.start()
  }

  async shutdown() {
    await this.#timer?.stop()
  }
}
