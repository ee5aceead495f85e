import { inject } from '@adonisjs/core'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
import { nilUuid } from '#modules/kernel/ids'
import { Gallery, type CharacterView, type CommentModeration, type VersionKey, type Viewer } from '../index.ts'
import { SeedBuiltIn } from './actions/seed_built_in.ts'
import { Publications } from './publication/publications.ts'
import { CharacterVersions } from './queries/character_versions.ts'
import { FindCharacterDetailsQuery } from './queries/find_character_details_query.ts'
import { FindCharactersQuery } from './queries/find_characters_query.ts'
import { HiddenByQuery } from './queries/hidden_by_query.ts'
import { ListCharactersQuery } from './queries/list_characters_query.ts'
import { ListLandingCharactersQuery } from './queries/list_landing_characters_query.ts'
import { ReadExpressionsQuery } from './queries/read_expressions_query.ts'
import { picturesInUseQuery } from './queries/pictures_in_use_query.ts'

/** A signed-in viewer without characters. */
const anyUser: Viewer = { id: nilUuid, isAdmin: false, limitlessEnabled: false }

@inject()
export class GalleryService extends Gallery {
  readonly commentModerated = new Hook<CommentModeration>()
  readonly minorsContentHeld: Gallery['minorsContentHeld'] = new Hook()
  readonly published: Gallery['published']
  readonly updated: Gallery['updated']
  readonly commented: Gallery['commented'] = new Hook()
  readonly liked: Gallery['liked'] = new Hook()
  readonly charactersPurged: Gallery['charactersPurged'] = new Hook()

  constructor(
    private readonly characters: FindCharactersQuery,
    private readonly hidden: HiddenByQuery,
    private readonly details: FindCharacterDetailsQuery,
    private readonly versions: CharacterVersions,
    private readonly readExpressions: ReadExpressionsQuery,
    private readonly lists: ListCharactersQuery,
    private readonly landing: ListLandingCharactersQuery,
    private readonly builtIn: SeedBuiltIn,
    publications: Publications
  ) {
    super()
    this.published = publications.published
    this.updated = publications.updated
  }

  async find(id: string, viewer: Viewer | null) {
    return (await this.characters.run([id], viewer)).get(id.toLowerCase()) ?? null
  }

  findDetails(id: string, viewer: Viewer | null) {
    return this.details.run(id, viewer)
  }

  findSheet(id: string) {
    return this.details.sheet(id)
  }

  async charOf({ character, version }: CharacterView, number: number | null) {
    if (number === null || number === version.number) return version.char
    return (await this.versions.char(character.id, number)) ?? version.char
  }

  async compareVersion(id: string, number: number, viewer: Viewer) {
    const found = await this.details.reading(id, viewer)
    return found && this.versions.compare(id, { from: number, newest: found.newest }, found.reading, viewer)
  }

  findMany(ids: readonly string[], viewer: Viewer) {
    return this.characters.run(ids, viewer)
  }

  hiddenBy(viewer: Viewer, ids: readonly string[]) {
    return this.hidden.run(ids, viewer)
  }

  expressions(versions: readonly VersionKey[], viewer: Viewer) {
    return this.readExpressions.run(versions, viewer)
  }

  owners(ids: readonly string[], client?: QueryClientContract) {
    return this.details.owners(ids, client)
  }

  versionsSince(id: string, since: Date, limit: number) {
    return this.versions.since(id, since, limit)
  }

  ownIds(ownerId: string, after: string | null, limit: number) {
    return this.details.ownIds(ownerId, after, limit)
  }

  async mostPopular(limit: number) {
    return (await this.lists.run({ q: '', category: '', sort: 'popular', limit, after: null }, anyUser)).items
  }

  onLanding(client?: QueryClientContract) {
    return this.landing.run(client)
  }

  readonly picturesInUse = picturesInUseQuery

  seedBuiltIn() {
    return this.builtIn.run()
  }
}
