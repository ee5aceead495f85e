import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { CardCharacters, type CardSaveRefusal, type SavedCard } from '../index.ts'
import { EditCharacter } from './actions/edit_character.ts'
import { saveParts } from './character_parts_table.ts'
import { readScripts, saveScripts } from './character_scripts_table.ts'
import {
  allCategories,
  checkCardCharacter,
  checkCardVersion,
  forbiddenWordsIn,
  ContentRules,
  type CardCharacter,
  type CharacterProblem,
} from './domain/character_rules.ts'
import {
  draftColumns,
  hasParts,
  partColumnNames,
  toDraft,
  toPartsRow,
  toRow,
  withoutGreetings,
  type DraftRow,
  type JoinedParts,
} from './domain/draft_rows.ts'
import { withMark } from './marks/mark_address.ts'
import { greetingsApart, joinGreetings, type Apart } from './queries/greetings_apart.ts'

@inject()
export class DatabaseCardCharacters extends CardCharacters {
  constructor(
    private readonly db: Database,
    private readonly rules: ContentRules,
    private readonly editCharacter: EditCharacter
  ) {
    super()
  }

  get categories() {
    const { defaultCategory, adultCategory } = this.rules
    return { categories: allCategories(this.rules), defaultCategory, adultCategory }
  }

  scripts(id: string) {
    return readScripts(id, this.db)
  }

  check(card: CardCharacter): Result<{ name: string; forbiddenWords: string[] }, CharacterProblem[]> {
    const checked = checkCardCharacter(this.rules, card)
    if (!checked.ok) return checked
    return ok({ name: checked.value.name, forbiddenWords: forbiddenWordsIn(this.rules, checked.value) })
  }

  async create(
    ownerId: string,
    card: CardCharacter,
    trx: TransactionClientContract
  ): Promise<Result<SavedCard, CharacterProblem[]>> {
    const checked = checkCardCharacter(this.rules, card)
    if (!checked.ok) return checked
    const id = newId()
    const parts = toPartsRow(checked.value)
    await trx.table('characters').insert({ id, created_by: ownerId, ...toRow(withMark(checked.value)) })
    if (hasParts(parts)) await saveParts(id, parts, trx)
    if (card.regexScripts?.length) await saveScripts(id, card.regexScripts, trx)
    return ok({ id, name: checked.value.name })
  }

  async saveVersion(
    id: string,
    ownerId: string,
    card: CardCharacter,
    trx: TransactionClientContract
  ): Promise<Result<SavedCard, CardSaveRefusal>> {
    const owner = { id: ownerId, isAdmin: false, limitlessEnabled: true }
    const saved = await this.editCharacter.applyCard(id, card, owner, trx)
    if (saved.ok) return ok({ id, name: card.name ?? '' })
    const { failure } = saved
    if (failure.kind === 'invalid') return fail({ kind: 'problems', problems: failure.problems })
    return fail({ kind: failure.kind === 'history_full' ? 'history_full' : 'unavailable' })
  }

  async findOwn(ownerId: string, ids: readonly string[], trx?: TransactionClientContract) {
    const { rows } = await (trx ?? this.db).rawQuery<{ rows: { id: string; name: string; lorebookIds: string[] }[] }>(
      `SELECT id, name, coalesce(lorebook_ids, '{}') AS "lorebookIds"
       FROM characters LEFT JOIN character_parts ON character_id = id
       WHERE id = ANY (?::uuid[]) AND created_by = ?::uuid AND deleted_at IS NULL`,
      [[...ids], ownerId]
    )
    return new Map(rows.map(({ id, ...character }) => [id, character]))
  }

  async findByOrigin(
    ownerId: string,
    { name, creatorName, source }: { name: string; creatorName: string; source: readonly string[] },
    trx?: TransactionClientContract
  ): Promise<{ id: string; by: 'source' | 'creator' } | null> {
    if (creatorName === '' && source.length === 0) return null
    const { rows } = await (trx ?? this.db).rawQuery<{ rows: { id: string; by: 'source' | 'creator' }[] }>(
      `SELECT id, CASE WHEN source && :source::text[] THEN 'source' ELSE 'creator' END AS by
       FROM characters JOIN character_parts ON character_id = id
       WHERE created_by = :ownerId::uuid AND name = :name AND deleted_at IS NULL
         AND (source && :source::text[] OR (creator_name = :creatorName AND creator_name <> ''))
       ORDER BY by DESC, id DESC LIMIT 1`,
      { ownerId, name, creatorName, source: [...source] }
    )
    return rows[0] ?? null
  }

  async previewVersion(id: string, ownerId: string, card: CardCharacter) {
    const { rows } = await this.db.rawQuery<{ rows: (DraftRow & JoinedParts & Apart)[] }>(
      greetingsApart(
        `SELECT ${draftColumns}, ${withoutGreetings(partColumnNames)} FROM characters LEFT JOIN character_parts ON character_id = id
         WHERE id = :id::uuid AND created_by = :ownerId::uuid AND deleted_at IS NULL`,
        `SELECT '' AS owner, alternate_greetings, group_greetings FROM character_parts WHERE character_id = :id::uuid`
      ),
      { id, ownerId }
    )
    const [row] = joinGreetings(rows, () => '')
    if (!row) return null
    const before = toDraft(row)
    const after = checkCardVersion(this.rules, card, before)
    return after.ok ? { before, after: after.value } : null
  }
}
