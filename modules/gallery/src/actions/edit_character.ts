import { isDeepStrictEqual } from 'node:util'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { OwnLorebooks, Storage, type StorageFull } from '#modules/accounts/index'
import { VersionLimit } from '../rate_limits.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { Restriction, Viewer } from '../../index.ts'
import { readParts, saveParts } from '../character_parts_table.ts'
import { haveScriptsChanged, readScripts, saveScripts } from '../character_scripts_table.ts'
import {
  checkCardVersion,
  checkEditedCharacter,
  checkRestoredCharacter,
  rulesAt,
  ContentRules,
  type CardCharacter,
  type CharacterProblem,
  type CheckedCharacter,
  type WholeDraft,
} from '../domain/character_rules.ts'
import { areSameExpressions, withExpressions } from '../domain/versions.ts'
import { toDraft, toPartsRow, toRow, versionedColumns, versionedParts } from '../domain/draft_rows.ts'
import { withMark } from '../marks/mark_address.ts'
import { findUnknownLorebooks } from '../own_lorebooks.ts'
import { isHistoryFull, CharacterVersions } from '../queries/character_versions.ts'
import { isReviewed } from '../publication/character_content.ts'
import { PublicationGate, visibilityOf } from '../publication/publication_gate.ts'
import { Publications } from '../publication/publications.ts'
import { ownCharacter, type NotOwned, type OwnedRow } from './own_character.ts'

export type EditRefusal =
  | NotOwned
  | { kind: 'invalid'; problems: CharacterProblem[] }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** The character's versions have reached their limit. Fields outside of versions can still change. */
  | { kind: 'history_full' }
  /** The owner's storage is full. Fields outside of versions can still change. */
  | StorageFull

export type RestoreRefusal = EditRefusal | { kind: 'unknown_version' }

/** Changes a character. A row lock serializes concurrent edits, and a trigger stores the previous version. */
@inject()
export class EditCharacter {
  constructor(
    private readonly db: Database,
    private readonly rules: ContentRules,
    private readonly ownLorebooks: OwnLorebooks,
    private readonly versions: CharacterVersions,
    private readonly rateLimit: VersionLimit,
    private readonly storage: Storage,
    private readonly gate: PublicationGate,
    private readonly publications: Publications
  ) {}

  /** Changes the given fields. */
  run(id: string, sent: unknown, viewer: Viewer, requestHost?: string | null): Promise<Result<null, EditRefusal>> {
    const rules = rulesAt(this.rules, requestHost)
    return this.#edit(id, viewer, async (stored, full, trx) =>
      this.#change({ id, stored, full, check: (before) => checkEditedCharacter(rules, sent, before) }, trx)
    )
  }

  /** Creates a new version with the texts and expressions of an earlier version, if they still follow the rules. */
  restore(id: string, number: number, viewer: Viewer): Promise<Result<null, RestoreRefusal>> {
    return this.#edit<RestoreRefusal>(id, viewer, async (stored, full, trx) => {
      const { versions, rules } = this
      const texts = await versions.read(id, number, trx)
      if (!texts) return fail({ kind: 'unknown_version' })
      const expressions = await versions.expressions(id, number, trx)
      const check = (before: WholeDraft) =>
        checkRestoredCharacter(rules, { ...texts, assets: withExpressions(before.assets, expressions) }, before)
      return this.#change({ id, stored, full, check }, trx)
    })
  }

  /** Creates a version with the content of a card, in the caller's transaction. The card's lorebooks must be the owner's. */
  async applyCard(
    id: string,
    card: CardCharacter,
    viewer: Viewer,
    trx: TransactionClientContract
  ): Promise<Result<{ isNewVersion: boolean }, EditRefusal>> {
    const owned = await ownCharacter(trx, id, viewer)
    if (!owned.ok) return owned
    const check = (before: WholeDraft) => checkCardVersion(this.rules, card, before)
    return this.#change({ id, stored: owned.value, check, areOwnLorebooks: true, scripts: card.regexScripts }, trx)
  }

  async #edit<Refusal extends EditRefusal | RestoreRefusal>(
    id: string,
    viewer: Viewer,
    change: (
      stored: OwnedRow,
      full: StorageFull | null,
      trx: TransactionClientContract
    ) => Promise<Result<{ isNewVersion: boolean }, Refusal>>
  ): Promise<Result<null, Refusal | NotOwned | { kind: 'too_many'; retryAfterSeconds: number }>> {
    const { db, rateLimit, storage } = this
    const retryAfterSeconds = await rateLimit.count(viewer.id)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    let isCounted = false
    try {
      // Read before the transaction. Concurrent edits would otherwise hold all connections while one of them waits for another.
      const full = await storage.refusal(viewer.id)
      const changed = await db.transaction(
        async (trx): Promise<Result<{ isNewVersion: boolean }, Refusal | NotOwned>> => {
          const owned = await ownCharacter(trx, id, viewer)
          return owned.ok ? change(owned.value, full, trx) : owned
        }
      )
      isCounted = changed.ok && changed.value.isNewVersion
      return changed.ok ? ok(null) : changed
    } finally {
      if (!isCounted) await rateLimit.uncount(viewer.id)
    }
  }

  async #change(
    {
      id,
      stored,
      full = null,
      check,
      areOwnLorebooks = false,
      scripts,
    }: {
      id: string
      stored: OwnedRow
      /** Null for cards, whose import checks the storage itself. */
      full?: StorageFull | null
      check: (before: WholeDraft) => CheckedCharacter
      areOwnLorebooks?: boolean
      /** Undefined: they stay. */
      scripts?: CardCharacter['regexScripts']
    },
    trx: TransactionClientContract
  ): Promise<Result<{ isNewVersion: boolean }, EditRefusal>> {
    const storedParts = await readParts(id, trx)
    // A character that is reviewed is private, but its owner wants it to be public.
    const wanted = { ...stored, is_public: stored.is_public || stored.review !== null }
    const before = toDraft({ ...wanted, ...storedParts })
    const checked = check(before)
    if (!checked.ok) return fail({ kind: 'invalid', problems: checked.failure })
    const restricted = await findRestriction(id, before, checked.value, trx)
    if (restricted) return fail({ kind: 'invalid', problems: [restricted] })
    const added = checked.value.lorebookIds.filter((lorebook) => !before.lorebookIds.includes(lorebook))
    const unknown = areOwnLorebooks
      ? null
      : await findUnknownLorebooks(this.ownLorebooks, stored.created_by, added, trx)
    if (unknown) return fail({ kind: 'invalid', problems: [unknown] })

    // Setting a column to the same value would still update its indexes and run the triggers.
    const changed = changesOf(toRow(withMark(checked.value)), wanted)
    const parts = toPartsRow(checked.value)
    const changedParts = changesOf(parts, storedParts)
    const hasNewExpressions = !areSameExpressions(checked.value.assets, before.assets)
    const hasNewScripts = await haveScriptsChanged(id, scripts, trx)
    const columns = Object.keys({ ...changed, ...changedParts })
    if (columns.length === 0 && !hasNewScripts) return ok({ isNewVersion: false })
    const isNewVersion =
      hasNewScripts ||
      hasNewExpressions ||
      [...versionedColumns, ...versionedParts].some((column) => columns.includes(column))
    if (isNewVersion && (await isHistoryFull(id, trx))) return fail({ kind: 'history_full' })
    if (isNewVersion && full) return fail(full)
    const { isPublic } = checked.value
    const isLookedAt = isPublic && (hasNewScripts || isReviewed(columns))
    const present = scripts ?? (isLookedAt ? await readScripts(id, trx) : [])
    const judged = isLookedAt ? await this.gate.judgeCharacter(checked.value, present) : null
    if (judged && !judged.ok) return fail({ kind: 'invalid', problems: judged.failure })
    const ownerId = stored.created_by
    const entry = judged && (await this.gate.enterCharacter({ id, ownerId, causes: judged.value }, trx))
    // Updates `characters` before the parts, because its trigger copies the old parts to the previous version.
    await trx
      .query()
      .from('characters')
      .where('id', id)
      .update({
        ...changed,
        ...(entry && visibilityOf(true, entry)),
        ...(!isPublic && { review: null }),
        updated_at: trx.raw('now()'),
        ...(isNewVersion && { version_number: trx.raw('version_number + 1') }),
      })
    if (Object.keys(changedParts).length > 0) await saveParts(id, parts, trx)
    if (hasNewScripts) await saveScripts(id, scripts!, trx)
    if (entry) await this.gate.record({ userId: ownerId, characterId: id }, entry, trx)
    if (isPublic && (isNewVersion || !stored.is_public)) await this.publications.announce(id, trx, { isNewVersion })
    return ok({ isNewVersion })
  }
}

/** Returns why the owner can't undo what moderators did. Null if nothing is against the change. */
const findRestriction = async (
  id: string,
  before: WholeDraft,
  after: WholeDraft,
  trx: TransactionClientContract
): Promise<CharacterProblem | null> => {
  const isPublished = after.isPublic && !before.isPublic
  const isUnmarked = before.isNsfw && !after.isNsfw
  if (!isPublished && !isUnmarked) return null
  const { rows } = await trx.rawQuery<{ rows: { kind: Restriction }[] }>(
    'SELECT kind FROM character_restrictions WHERE character_id = ?::uuid',
    [id]
  )
  const has = (kind: Restriction) => rows.some((row) => row.kind === kind)
  if (isPublished && has('hidden'))
    return { field: 'isPublic', rule: 'restricted', message: 'Moderators have hidden this character. You can appeal.' }
  if (isUnmarked && has('adult'))
    return { field: 'isNsfw', rule: 'restricted', message: 'Moderators have marked this character as adult.' }
  return null
}

const changesOf = <Row extends object>(row: Row, before: Row): Partial<Row> =>
  Object.fromEntries(
    Object.entries(row).filter(([column, value]) => !isDeepStrictEqual(value, before[column as keyof Row]))
  ) as Partial<Row>
