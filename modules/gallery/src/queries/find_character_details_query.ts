import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { nilUuid } from '#modules/kernel/ids'
import { statement } from '#modules/kernel/sql'
import type { CharacterDetails } from '../../api.ts'
import { CharacterOriginals, CharacterViews, type CharacterSheet, type Viewer } from '../../index.ts'
import { partColumnNames, toParts, withoutGreetings, type JoinedParts } from '../domain/draft_rows.ts'
import { gateParts, withoutParts, type Parts, type ReadRules } from '../domain/visibility.ts'
import { OwnLorebooks } from '#modules/accounts/index'
import { CreatorLinks } from './creator_links.ts'
import { readCredits } from './credits_query.ts'
import { readableColumns, readableTables, viewOf } from './find_characters_query.ts'
import { greetingsApart, joinGreetings, type Apart } from './greetings_apart.ts'
import { textOrNull, toReading as toReadRules, type ReadableRow } from './rows.ts'

type Row = ReadableRow & JoinedParts & { forked_from: string[] | null }

const readRows = statement<Row & Apart>(
  'gallery_read_details',
  greetingsApart(
    `SELECT ${readableColumns}, forked_from, ${withoutGreetings(partColumnNames)}
     FROM ${readableTables}
     LEFT JOIN character_parts AS parts ON parts.character_id = characters.id
     WHERE characters.id = $2::uuid AND deleted_at IS NULL`,
    'SELECT $2::uuid AS owner, alternate_greetings, group_greetings FROM character_parts WHERE character_id = $2::uuid'
  )
)

const readDetails = async (client: QueryClientContract, values: [viewerId: string, id: string]): Promise<Row | null> =>
  joinGreetings(await readRows(client, values), ({ id }) => id)[0] ?? null

/** Without the parts, which may have several megabytes. */
const readForVisitor = statement<ReadableRow & { forked_from: string[] | null }>(
  'gallery_read_for_visitor',
  `SELECT ${readableColumns}, forked_from FROM ${readableTables}
   WHERE characters.id = $2::uuid AND is_public AND NOT is_nsfw AND deleted_at IS NULL`
)

/** Without the parts, too. */
const readRights = statement<ReadableRow>(
  'gallery_read_rights',
  `SELECT ${readableColumns} FROM ${readableTables} WHERE characters.id = $2::uuid AND deleted_at IS NULL`
)

const readSheet = statement<{ sheet: CharacterSheet }>(
  'gallery_read_sheet',
  `SELECT sheet FROM gallery_sheet($1::uuid, '${nilUuid}'::uuid, true, true)`
)

/** Finds one character with all its parts, as far as the viewer may read them. */
@inject()
export class FindCharacterDetailsQuery {
  constructor(
    private readonly db: Database,
    private readonly ownLorebooks: OwnLorebooks,
    private readonly originals: CharacterOriginals,
    private readonly views: CharacterViews,
    private readonly links: CreatorLinks
  ) {}

  async run(id: string, viewer: Viewer | null): Promise<CharacterDetails | null> {
    return viewer === null ? this.#forVisitor(id) : this.#forUser(id, viewer)
  }

  /** Like `run`, and counts the view of a reader who may see the texts. */
  async view(id: string, viewer: Viewer | null): Promise<CharacterDetails | null> {
    return viewer === null
      ? this.#forVisitor(id)
      : this.#forUser(id, viewer, async (row) => {
          if (row.created_by === viewer.id || viewOf(row, viewer)?.kind !== 'visible') return
          await this.views.count({ characterId: row.id, version: row.version_number, readerId: viewer.id })
        })
  }

  /** Visitors can't chat, so they don't get the parts. */
  async #forVisitor(id: string): Promise<CharacterDetails | null> {
    const [row] = await readForVisitor(this.db.connection(), [null, id])
    return row ? this.#toDetails(row, withoutParts, null) : null
  }

  async #forUser(
    id: string,
    viewer: Viewer,
    onRead?: (row: ReadableRow) => Promise<void>
  ): Promise<CharacterDetails | null> {
    const row = await readDetails(this.db.connection(), [viewer.id, id])
    if (row) await onRead?.(row)
    return row
      ? this.#toDetails(row, gateParts(toWireParts(row), { ...toReadRules(row), isNsfw: row.is_nsfw }, viewer), viewer)
      : null
  }

  async #toDetails(
    row: ReadableRow & { forked_from: string[] | null },
    parts: Parts,
    viewer: Viewer | null
  ): Promise<CharacterDetails | null> {
    const view = viewOf(row, viewer)
    if (!view) return null
    const credits = await readCredits(this.db.connection(), [...(row.forked_from ?? []), row.id], viewer)
    await this.links.markPeople(credits.flatMap((credit) => credit.creator ?? []))
    // The last one is the character itself.
    const creator = credits.pop()?.creator ?? null
    const hasOriginal = viewer?.id === row.created_by && (await this.originals.has(view.character.id, viewer.id))
    const reason = row.review === 'refused' ? await this.#refusalOf(row.id) : null
    return {
      ...view.character,
      ...(reason && { reviewReason: reason }),
      ...parts,
      lorebookIds: await this.#existing(row.created_by, parts.lorebookIds),
      allowForks: row.allow_forks,
      definitionPublic: row.definition_public,
      creator,
      ...(hasOriginal && { hasOriginal }),
      descriptionIsTeaser: row.description_is_teaser,
      forkedFrom: credits.at(-1) ?? null,
      credits,
    }
  }

  async #refusalOf(id: string): Promise<string | null> {
    const { rows } = await this.db.rawQuery<{ rows: { reason: string | null }[] }>(
      'SELECT reason FROM publication_reviews WHERE character_id = ?::uuid',
      [id]
    )
    return rows[0]?.reason ?? null
  }

  /** Returns the lorebooks that still exist. Characters keep the ids of lorebooks that their owner deleted. */
  async #existing(ownerId: string, lorebookIds: readonly string[]): Promise<string[]> {
    return lorebookIds.length === 0 ? [] : [...(await this.ownLorebooks.findOwn(ownerId, lorebookIds))]
  }

  /**
   * Returns the settings that decide who may read the character, with the number of its present version. Null if the character is hidden
   * from the viewer or gated.
   */
  async reading(id: string, viewer: Viewer): Promise<{ reading: ReadRules; newest: number } | null> {
    const [row] = await readRights(this.db.connection(), [viewer.id, id])
    return row && viewOf(row, viewer)?.kind === 'visible'
      ? { reading: toReadRules(row), newest: row.version_number }
      : null
  }

  async owners(ids: readonly string[], client: QueryClientContract = this.db.connection()) {
    const { rows } = await client.rawQuery<{ rows: { id: string; owner: string; version: number }[] }>(
      `SELECT id, created_by AS owner, version_number AS version FROM characters WHERE id = ANY (?::uuid[]) AND deleted_at IS NULL`,
      [ids] as never
    )
    return new Map(rows.map(({ id, owner: ownerId, version }) => [id, { ownerId, version }]))
  }

  async ownIds(ownerId: string, after: string | null, limit: number): Promise<readonly string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      `SELECT id FROM characters
       WHERE created_by = ?::uuid AND deleted_at IS NULL AND id > ?::uuid ORDER BY id LIMIT ?::int`,
      [ownerId, after ?? nilUuid, limit]
    )
    return rows.map(({ id }) => id)
  }

  async sheet(id: string): Promise<CharacterSheet | null> {
    const [row] = await readSheet(this.db.connection(), [id])
    return row?.sheet ?? null
  }
}

/** In the API, a missing text is null. */
const toWireParts = (row: Row) => {
  const parts = toParts(row)
  return {
    ...parts,
    nickname: textOrNull(row.nickname),
    exampleDialogue: textOrNull(parts.exampleDialogue),
    systemPrompt: textOrNull(parts.systemPrompt),
    postHistoryInstructions: textOrNull(parts.postHistoryInstructions),
    creatorName: textOrNull(parts.creatorName),
    version: textOrNull(parts.version),
  }
}
