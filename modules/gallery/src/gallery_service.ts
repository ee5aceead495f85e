import { Gallery, type Viewer } from '../index.ts'
import type { SeedBuiltIn } from './actions/seed_built_in.ts'
import type { FindCharactersQuery } from './queries/find_characters_query.ts'
import { picturesInUseQuery } from './queries/pictures_in_use_query.ts'

/** The module's public face, in terms of its queries and actions. */
export class GalleryService extends Gallery {
  constructor(
    private readonly characters: FindCharactersQuery,
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

  readonly picturesInUse = picturesInUseQuery

  seedBuiltIn() {
    return this.builtIn.run()
  }
}
