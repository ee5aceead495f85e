import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isStaff } from '#modules/accounts/api'
import { Accounts } from '#modules/accounts/index'
import { Jobs } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { ReviewState } from '../../api.ts'
import type { ReviewSubject } from '../../index.ts'
import type { CharacterProblem, WholeDraft } from '../domain/character_rules.ts'
import type { RegexScript } from '../domain/regex_scripts.ts'
import { ModerationSettings } from '../settings.ts'
import type { StoredReviewState } from '../tables/publication_review_row.ts'
import { textsOf } from './character_content.ts'
import { Moderation } from './moderation.ts'

/** The job that asks the providers which a request doesn't wait for. */
export const reviewKind = 'gallery.review_publication'

export interface ReviewPayload {
  reviewId: string
  round: number
}

/** Why a moderator has to decide, besides categories. */
export const reviewCauses = {
  first: 'first_characters',
  again: 'changed_after_review',
  /** A provider refused to judge it. */
  unchecked: 'unchecked',
} as const

/** `state`: null if it is published at once. */
export interface Entry {
  state: Exclude<ReviewState, 'refused'> | null
  causes: string[]
}

/** The entry of what needs no decision. */
export const published: Entry = { state: null, causes: [] }

/** Returns the columns of a character that its owner wants to be public, or not. */
export const visibilityOf = (wantsPublic: boolean, { state }: Entry) => ({
  is_public: wantsPublic && state === null,
  review: wantsPublic ? state : null,
})

/** Decides what is published at once, what waits for a provider, and what is held for a moderator. */
@inject()
export class PublicationGate {
  constructor(
    private readonly moderation: Moderation,
    private readonly settings: ModerationSettings,
    private readonly accounts: Accounts,
    private readonly jobs: Jobs
  ) {}

  /** Judges a character that is to be public. Returns the causes to hold it, or the forbidden words as problems. */
  async judgeCharacter(
    draft: WholeDraft,
    scripts: readonly RegexScript[] = []
  ): Promise<Result<string[], CharacterProblem[]>> {
    const texts = textsOf(draft, scripts)
    const judge = (list: string[]) => this.moderation.judgeNow({ texts: list, pictures: [], isAdult: draft.isNsfw })
    const verdict = await judge(texts.map(({ text }) => text))
    const { words = [] } = verdict
    if (words.length === 0) return ok(this.moderation.heldOf(verdict, draft.isNsfw))
    for (const { field, text } of texts)
      if ((await judge([text])).words?.length)
        return fail([
          { field, rule: 'forbidden', message: `Characters cannot contain: ${words.join(', ')} (${field})` },
        ])
    return fail([{ field: 'character', rule: 'forbidden', message: `Characters cannot contain: ${words.join(', ')}` }])
  }

  /** Decides about a judged character. Only an existing one may have been reviewed before. */
  async enterCharacter(
    { id, ownerId, causes, isNew = false }: { id: string; ownerId: string; causes: string[]; isNew?: boolean },
    trx: TransactionClientContract
  ): Promise<Entry> {
    const needsPerson = !isNew && (await this.#needsPerson(id, trx))
    return this.#enter([
      ...causes,
      ...((await this.#isNewCreator(ownerId, id, trx)) ? [reviewCauses.first] : []),
      ...(needsPerson ? [reviewCauses.again] : []),
    ])
  }

  /** Decides about a judged character that was imported as a public one. */
  async enterImported(
    { id, ownerId, causes }: { id: string; ownerId: string; causes: string[] },
    trx: TransactionClientContract
  ): Promise<void> {
    const entry = await this.enterCharacter({ id, ownerId, causes, isNew: true }, trx)
    if (entry.state === null) return
    await trx.rawQuery('UPDATE characters SET is_public = false, review = ? WHERE id = ?::uuid', [entry.state, id])
    await this.record({ userId: ownerId, characterId: id }, entry, trx)
  }

  /** Judges a comment or a profile in the request, and decides about it. */
  async judgeTexts(
    texts: string[],
    isAdult: boolean,
    causes: string[] = []
  ): Promise<Result<Entry, { words: readonly string[] }>> {
    const verdict = await this.moderation.judgeNow({ texts, pictures: [], isAdult })
    if (verdict.words?.length) return fail({ words: verdict.words })
    return ok(await this.#enter([...this.moderation.heldOf(verdict, isAdult), ...causes]))
  }

  /** Judges the new text of a comment, which the transaction has locked. */
  async judgeEdit(
    { commentId, content, isAdult }: { commentId: string; content: string; isAdult: boolean },
    trx: TransactionClientContract
  ): Promise<Result<Entry, { words: readonly string[] }>> {
    const causes = (await this.#needsPerson(commentId, trx)) ? [reviewCauses.again] : []
    return this.judgeTexts([content], isAdult, causes)
  }

  /**
   * Records the decision of an entry, in the transaction that saves its content. The content has to exist. Returns the id of the review. Null
   * if there is none.
   */
  async record(
    subject: ReviewSubject,
    { state, causes }: Entry,
    trx: TransactionClientContract
  ): Promise<string | null> {
    const { userId, characterId = null, commentId = null } = subject
    if (state === null) {
      // Ends a review from before, such as one whose provider the operator has removed since.
      await trx.rawQuery(
        `UPDATE publication_reviews SET state = 'approved', causes = '{}', round = round + 1
         WHERE subject_id = ?::uuid AND state <> 'approved'`,
        [commentId ?? characterId ?? userId]
      )
      return null
    }
    const jobId = state === 'waiting' ? newId() : null
    const { rows } = await trx.rawQuery<{ rows: [{ id: string; round: number }] }>(
      `INSERT INTO publication_reviews (user_id, character_id, comment_id, state, causes, job_id)
       VALUES (?::uuid, ?::uuid, ?::uuid, ?, ?::text[], ?::uuid)
       ON CONFLICT (subject_id) DO UPDATE SET
         state = EXCLUDED.state, causes = EXCLUDED.causes, job_id = EXCLUDED.job_id, round = publication_reviews.round + 1,
         began_at = clock_timestamp(), reason = NULL, decided_by = NULL, decided_at = NULL
       RETURNING id, round`,
      [userId, characterId, commentId, state, causes, jobId] as never
    )
    const { id: reviewId, round } = rows[0]
    if (jobId) await this.enqueue({ id: jobId, userId, payload: { reviewId, round } }, trx)
    return reviewId
  }

  enqueue(
    { id, userId, payload }: { id: string; userId: string; payload: ReviewPayload },
    trx: TransactionClientContract
  ): Promise<unknown> {
    return this.jobs.enqueue({ id, kind: reviewKind, ownerId: userId, payload }, trx)
  }

  async #enter(causes: string[]): Promise<Entry> {
    if (await this.moderation.remote()) return { state: 'waiting', causes }
    return { state: causes.length > 0 ? 'held' : null, causes }
  }

  /** Whether a person has to decide about a change, because the content was held or refused before. */
  async #needsPerson(subjectId: string, trx: TransactionClientContract): Promise<boolean> {
    const { rows } = await trx.rawQuery<{ rows: [{ state: StoredReviewState; causes: string[] }?] }>(
      'SELECT state, causes FROM publication_reviews WHERE subject_id = ?::uuid',
      [subjectId]
    )
    const before = rows[0]
    if (!before || before.state === 'approved') return false
    return before.state !== 'waiting' || before.causes.includes(reviewCauses.again)
  }

  /** Whether the user has fewer other public characters than new creators need. Staff isn't new. */
  async #isNewCreator(userId: string, characterId: string, trx: TransactionClientContract): Promise<boolean> {
    const { reviewFirst } = this.settings
    if (reviewFirst === 0) return false
    const person = await this.accounts.person(userId, trx)
    if (!person || isStaff(person.role)) return false
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      `SELECT FROM characters WHERE created_by = ?::uuid AND id <> ?::uuid AND is_public AND deleted_at IS NULL LIMIT ?::int`,
      [userId, characterId, reviewFirst]
    )
    return rows.length < reviewFirst
  }
}
