import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ProviderError, type ProviderErrorCode } from '#plugins/contract/errors'
import { minorsCategory } from '#plugins/contract/moderation'
import { Accounts, PictureStore } from '#modules/accounts/index'
import { attributesOf, type Attributes, type StoredRow } from '#modules/kernel/tables'
import { Gallery, ProfileTexts } from '../../index.ts'
import { draftColumns, partColumns, toDraft, type DraftRow, type JoinedParts } from '../domain/draft_rows.ts'
import type { RegexScript } from '../domain/regex_scripts.ts'
import type { CharacterRow } from '../tables/character_row.ts'
import type { CommentRow } from '../tables/comment_row.ts'
import { PublicationReviewRow } from '../tables/publication_review_row.ts'
import { announceComment } from './announce_comment.ts'
import { picturesOf, textsOf, type ReviewedText } from './character_content.ts'
import { Moderation } from './moderation.ts'
import { reviewCauses, type ReviewPayload } from './publication_gate.ts'
import { Publications } from './publications.ts'

export type Review = Attributes<PublicationReviewRow>

/** The content of a review, as it is now. */
export interface ReviewedContent {
  texts: ReviewedText[]
  /** Addresses. */
  pictures: string[]
  isAdult: boolean
  /** Whether its owner made it private meanwhile. */
  isWithdrawn?: boolean
  /** Null for a profile. */
  character: { id: string; name: string } | null
}

type Client = Pick<TransactionClientContract, 'rawQuery'>

/** More pictures than these are left to a moderator. */
const picturesMax = 70

/** A later attempt would fail, too. */
const permanent: readonly ProviderErrorCode[] = ['bad_request', 'content_filtered', 'context_too_long']

/** Asks the providers that a request doesn't wait for, and publishes or holds what they judged. Safe to repeat. */
@inject()
export class ReviewPublication {
  constructor(
    private readonly db: Database,
    private readonly moderation: Moderation,
    private readonly accounts: Accounts,
    private readonly pictures: PictureStore,
    private readonly gallery: Gallery,
    private readonly publications: Publications,
    private readonly profileTexts: ProfileTexts
  ) {}

  async run({ reviewId, round }: ReviewPayload, signal: AbortSignal): Promise<void> {
    const review = await this.find(reviewId)
    if (review?.state !== 'waiting' || review.round !== round) return
    const content = await this.contentOf(review)
    // A removed comment may be restored.
    const causes = content ? await this.causesOf(content, signal) : [reviewCauses.unchecked]
    await this.#settle(review, causes)
  }

  async find(id: string, client: Client = this.db): Promise<Review | null> {
    const { rows } = await client.rawQuery<{ rows: Review[] }>(
      `SELECT ${attributesOf(PublicationReviewRow)} FROM publication_reviews WHERE id = ?::uuid`,
      [id]
    )
    return rows[0] ?? null
  }

  /** Null if it was deleted. */
  async contentOf(
    { characterId, commentId, userId }: Partial<Content> & Pick<Content, 'userId'>,
    client: Client = this.db
  ): Promise<ReviewedContent | null> {
    if (commentId) return commentContent(commentId, client)
    if (characterId) return characterContent(characterId, client)
    const profile = (await this.accounts.profiles([userId])).get(userId)
    if (!profile) return null
    const texts = [
      { field: 'username', text: profile.username ?? '' },
      { field: 'firstName', text: profile.firstName ?? '' },
      ...(await this.profileTexts.read(userId)),
    ]
    const pictures = profile.profileImageUrl === null ? [] : [profile.profileImageUrl]
    return { texts: texts.filter(({ text }) => text !== ''), pictures, isAdult: false, character: null }
  }

  /** Publishes what isn't withdrawn. The characters of a disabled account stay private until it is enabled. */
  async publish({ characterId, commentId, userId }: Content, trx: TransactionClientContract): Promise<void> {
    if (commentId) {
      await trx.rawQuery('UPDATE character_comments SET review = NULL WHERE id = ?::uuid', [commentId])
      await announceComment(this.gallery, commentId, trx)
    }
    if (!characterId) return
    await trx.rawQuery(
      `UPDATE characters SET review = NULL, is_public = NOT is_disabled, is_withdrawn = is_disabled
       FROM (SELECT accounts_is_disabled(?::uuid) AS is_disabled) AS account
       WHERE id = ?::uuid AND review IS NOT NULL AND deleted_at IS NULL`,
      [userId, characterId]
    )
    await this.publications.announce(characterId, trx, { isNewVersion: true })
  }

  /** Asks the providers. Returns why a moderator has to decide. */
  async causesOf({ texts, pictures, isAdult }: ReviewedContent, signal: AbortSignal): Promise<string[]> {
    const remote = await this.moderation.remote()
    if (!remote) return []
    const sent = remote.takesPictures ? pictures : []
    try {
      const request = {
        texts: texts.map(({ text }) => text),
        pictures: await this.#read(sent.slice(0, picturesMax)),
        isAdult,
      }
      const causes = this.moderation.heldOf(await remote.judge(request, signal), isAdult)
      return sent.length > picturesMax ? [...causes, reviewCauses.unchecked] : causes
    } catch (error) {
      if (error instanceof ProviderError && permanent.includes(error.code)) return [reviewCauses.unchecked]
      throw error
    }
  }

  /** Returns uploaded pictures as `data:` URLs, and addresses elsewhere as they are. Leaves out what this server draws. */
  async #read(addresses: readonly string[]): Promise<string[]> {
    const read: string[] = []
    for (const address of addresses) {
      const stored = await this.pictures.read(address)
      if (stored) read.push(`data:image/webp;base64,${stored.toString('base64')}`)
      else if (/^https?:/.test(address)) read.push(address)
    }
    return read
  }

  async #settle({ id, round, ...review }: Review, causes: string[]): Promise<void> {
    await this.db.transaction(async (trx) => {
      await lockContent(review, trx)
      const { rows } = await trx.rawQuery<{ rows: [Pick<Review, 'state' | 'causes'>?] }>(
        `UPDATE publication_reviews SET causes = all_causes, job_id = NULL,
           state = CASE WHEN all_causes = '{}' THEN 'approved' ELSE 'held' END
         FROM (SELECT ARRAY(SELECT DISTINCT unnest(?::text[] || ?::text[])) AS all_causes) AS judged
         WHERE id = ?::uuid AND round = ?::int AND state = 'waiting'
         RETURNING state, causes`,
        [review.causes, causes, id, round] as never
      )
      const settled = rows[0]
      // It was changed while it was judged, and waits for another judgment.
      if (!settled) return
      await (settled.state === 'approved' ? this.publish(review, trx) : setReview(review, 'held', trx))
      if (causes.includes(minorsCategory))
        await this.gallery.minorsContentHeld.run(
          { reviewId: id, userId: review.userId, characterId: review.characterId, commentId: review.commentId },
          trx
        )
    })
  }
}

const characterContent = async (id: string, client: Client): Promise<ReviewedContent | null> => {
  const { rows } = await client.rawQuery<{
    rows: (DraftRow & JoinedParts & Pick<StoredRow<CharacterRow>, 'review'> & { scripts: RegexScript[] | null })[]
  }>(
    `SELECT ${draftColumns}, ${partColumns}, review, gallery_scripts(id, NULL) AS scripts FROM characters LEFT JOIN character_parts ON character_id = id
     WHERE id = ?::uuid AND deleted_at IS NULL`,
    [id]
  )
  const [row] = rows
  if (!row) return null
  const draft = toDraft(row)
  const [texts, pictures] = [textsOf(draft, row.scripts ?? []), picturesOf(draft)]
  const character = { id, name: draft.name }
  return { texts, pictures, isAdult: draft.isNsfw, isWithdrawn: row.review === null, character }
}

const commentContent = async (id: string, client: Client): Promise<ReviewedContent | null> => {
  const { rows } = await client.rawQuery<{
    rows: (Pick<CommentRow, 'content'> & { characterId: string; name: string; isAdult: boolean })[]
  }>(
    `SELECT content, characters.id AS "characterId", name, is_nsfw AS "isAdult"
     FROM character_comments JOIN characters ON characters.id = character_id
     WHERE character_comments.id = ?::uuid AND removed_at IS NULL AND deleted_at IS NULL`,
    [id]
  )
  const row = rows[0]
  if (!row) return null
  const character = { id: row.characterId, name: row.name }
  return { texts: [{ field: 'comment', text: row.content }], pictures: [], isAdult: row.isAdult, character }
}

type Content = Pick<Review, 'characterId' | 'commentId' | 'userId'>

/** Locks what is reviewed before its review, as edits do. */
export const lockContent = async ({ characterId, commentId }: Content, trx: TransactionClientContract) => {
  if (characterId) await trx.rawQuery('SELECT FROM characters WHERE id = ?::uuid FOR UPDATE', [characterId])
  if (commentId) await trx.rawQuery('SELECT FROM character_comments WHERE id = ?::uuid FOR UPDATE', [commentId])
}

/** Does nothing to a character that its owner has made private meanwhile. */
export const setReview = async (
  { characterId, commentId }: Content,
  state: 'held' | 'refused',
  trx: TransactionClientContract
) => {
  for (const [table, id] of [
    ['characters', characterId],
    ['character_comments', commentId],
  ] as const)
    if (id) await trx.rawQuery(`UPDATE ${table} SET review = ? WHERE id = ?::uuid AND review IS NOT NULL`, [state, id])
}
