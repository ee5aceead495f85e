import { Hook } from '#modules/kernel/hook'
import { nilUuid } from '#modules/kernel/ids'
import { Gallery, type CommentModeration, type Viewer } from '../index.ts'
import type { SeedBuiltIn } from './actions/seed_built_in.ts'
import type { FindCharactersQuery } from './queries/find_characters_query.ts'
import type { ListCharactersQuery } from './queries/list_characters_query.ts'
import { picturesInUseQuery } from './queries/pictures_in_use_query.ts'

/** A signed-in viewer without characters. */
const anyUser: Viewer = { id: nilUuid, isAdmin: false, limitlessEnabled: false }

export class GalleryService extends Gallery {
  readonly commentModerated = new Hook<CommentModeration>()

  constructor(
    private readonly characters: FindCharactersQuery,
    private readonly lists: ListCharactersQuery,
    private readonly builtIn: SeedBuiltIn
  ) {
    super()
  }

  async find(id: string, viewer: Viewer | null) {
    return (await this.characters.run([id], viewer)).get(id.toLowerCase()) ?? null
  }

  findMany(ids: readonly string[], viewer: Viewer) {
    return this.characters.run(ids, viewer)
  }

  async mostPopular(limit: number) {
    return (await this.lists.run({ q: '', category: '', sort: 'popular', limit, after: null }, anyUser)).items
  }

  readonly picturesInUse = picturesInUseQuery

  seedBuiltIn() {
    return this.builtIn.run()
  }
}
