import { randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { BalanceUpdates, insufficientRubies, Ledger } from '#modules/economy/index'
import {
  failureSentences,
  isUserFault,
  PrivateDrawings,
  PrivatePictures,
  type AdmittedDrawing,
  type PictureMakeFailure,
} from '#modules/imagegen/index'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { UserEvents } from '#modules/realtime/index'
import { chatUserEvent } from '../api.ts'
import { limits } from '../../limits.ts'
import { storeOpening } from '../opening/store_opening.ts'
import { markPictures } from './mark_pictures.ts'
import type { MomentRefusal, MomentRequest } from './moments.ts'

const kind = 'draw_moment'
const drawingsAtOnce = 2
/** How often a drawing is tried while no slot is free. */
const attemptsMax = 20

interface StoredDrawing extends AdmittedDrawing {
  /** The name that its files will have, so that a repeated drawing replaces them. */
  name: string
}

interface DrawingRow {
  chat_session_id: string
  drawing: StoredDrawing
}

/**
 * Draws pictures of answers. A drawing is a job with a hold, so it survives a restart: another process draws it again. Its rubies are taken
 * in the transaction that shows the picture, and given back in the one that says why there is none.
 */
@inject()
export class DrawMoment {
  constructor(
    private readonly db: Database,
    private readonly drawings: PrivateDrawings,
    private readonly files: PrivatePictures,
    private readonly jobs: Jobs,
    private readonly ledger: Ledger,
    private readonly balances: BalanceUpdates,
    private readonly events: UserEvents
  ) {}

  defineJob() {
    this.jobs.define<object, { attempts: number }>(kind, (run) => this.#run(run), { atOnce: drawingsAtOnce })
  }

  /** Holds the price and queues the drawing. Returns the id of the picture. */
  async begin({ messageId, ...request }: MomentRequest): Promise<Result<string, MomentRefusal>> {
    const { userId } = request
    await storeOpening(this.db.connection(), userId, messageId)
    const answer = await this.#findAnswer(userId, messageId)
    if (!answer) return fail('no_such_message')
    if (answer.pictures >= limits.picturesPerChat) return fail('too_many_pictures')
    const admitted = await this.drawings.admit({ ...request, ownerId: userId })
    if (!admitted.ok) return admitted
    const id = newId()
    const { cost } = admitted.value
    const drawing: StoredDrawing = { ...admitted.value, name: randomUUID() }
    try {
      await this.db.transaction((trx) => this.#store(trx, { userId, messageId, id, ...answer, drawing }))
    } catch (error) {
      await this.drawings.uncount(userId)
      if (violatedConstraint(error) !== insufficientRubies) throw error
      return fail({ kind: 'insufficient_rubies', cost, rubies: await this.ledger.rubies(userId) })
    }
    this.#publish(userId, answer.sessionId, cost)
    return ok(id)
  }

  async #findAnswer(userId: string, messageId: string): Promise<{ sessionId: string; pictures: number } | null> {
    const { rows } = await this.db.rawQuery<{ rows: { sessionId: string; pictures: number }[] }>(
      `SELECT chat_session_id AS "sessionId", (
         SELECT count(*)::int FROM chat_pictures p WHERE p.user_id = m.user_id AND p.chat_session_id = m.chat_session_id
       ) AS pictures
       FROM chat_messages m WHERE user_id = ?::uuid AND id = ?::uuid AND author_id IS NULL AND deleted_at IS NULL AND EXISTS (
         SELECT FROM chat_sessions s WHERE s.user_id = m.user_id AND s.id = m.chat_session_id AND s.deleted_at IS NULL
       )`,
      [userId, messageId]
    )
    return rows[0] ?? null
  }

  async #store(
    trx: TransactionClientContract,
    {
      userId,
      messageId,
      id,
      sessionId,
      drawing,
    }: { drawing: StoredDrawing } & Record<'userId' | 'messageId' | 'id' | 'sessionId', string>
  ) {
    await markPictures(trx, userId, sessionId)
    await trx.rawQuery(
      `INSERT INTO chat_pictures (user_id, id, chat_session_id, message_id, kind, drawing, alt)
       VALUES (:userId::uuid, :id::uuid, :sessionId::uuid, :messageId::uuid, 'drawn', :drawing::jsonb, left(:prompt, ${limits.pictureAltMax}))`,
      { userId, id, sessionId, messageId, drawing: JSON.stringify(drawing), prompt: drawing.prompt }
    )
    if (drawing.cost > 0)
      await trx.rawQuery(`SELECT ledger_hold(?::uuid, ?::uuid, ?::bigint, now() + INTERVAL '2 hours')`, [
        userId,
        id,
        drawing.cost,
      ])
    await this.jobs.enqueue({ id, kind, ownerId: userId, payload: {} }, trx)
  }

  async #run({ id, ownerId: userId, progress, signal, save }: JobRun<object, { attempts: number }>): Promise<void> {
    const row = await this.#read(userId, id)
    if (!row) return
    const { drawing } = row
    const drawn = await this.drawings.draw(drawing, { ownerId: userId, progressId: id, file: drawing.name }, signal)
    signal.throwIfAborted()
    if (drawn.ok) {
      const { file, width, height, bytes } = drawn.value
      const isShown = await this.#end(userId, id, drawing.cost, async (trx) => {
        const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
          `UPDATE chat_pictures SET file = ?::uuid, width = ?::int, height = ?::int, bytes = ?::int
           WHERE user_id = ?::uuid AND id = ?::uuid AND file IS NULL RETURNING id`,
          [file, width, height, bytes, userId, id]
        )
        if (rows.length > 0 && drawing.cost > 0)
          await trx.rawQuery(`SELECT ledger_take(?::uuid, ?::uuid, 'picture', ?)`, [
            userId,
            id,
            `Picture: ${drawing.modelName}`,
          ])
        return rows.length > 0
      })
      // The picture was deleted while it was drawn.
      if (!isShown) await this.files.remove(file)
    } else {
      const isWaiting = drawn.failure.kind === 'busy' || drawn.failure.kind === 'too_many_at_once'
      const attempts = (progress?.attempts ?? 0) + 1
      if (isWaiting && attempts < attemptsMax) {
        await save({ attempts })
        throw new Error('No slot for a drawing is free.')
      }
      await this.#end(userId, id, drawing.cost, async (trx) => {
        const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
          'UPDATE chat_pictures SET failure = ? WHERE user_id = ?::uuid AND id = ?::uuid AND file IS NULL RETURNING id',
          [sentenceOf(drawn.failure), userId, id]
        )
        return rows.length > 0
      })
      if (!isUserFault(drawn.failure)) await this.drawings.uncount(userId)
    }
    this.#publish(userId, row.chat_session_id, drawing.cost)
  }

  /** Null for a picture that was deleted, or that an earlier run has ended. */
  async #read(userId: string, id: string): Promise<DrawingRow | null> {
    const { rows } = await this.db.rawQuery<{ rows: DrawingRow[] }>(
      `SELECT chat_session_id, drawing FROM chat_pictures
       WHERE user_id = ?::uuid AND id = ?::uuid AND file IS NULL AND failure IS NULL`,
      [userId, id]
    )
    return rows[0] ?? null
  }

  /** Runs the end of a drawing in a transaction, and gives back what it hasn't taken. */
  #end(userId: string, id: string, cost: number, end: (trx: TransactionClientContract) => Promise<boolean>) {
    return this.db.transaction(async (trx) => {
      const isDone = await end(trx)
      if (cost > 0) await trx.rawQuery('SELECT ledger_give_back(?::uuid, ?::uuid)', [userId, id])
      return isDone
    })
  }

  #publish(userId: string, sessionId: string, cost: number) {
    this.events.publish(userId, chatUserEvent(sessionId, 'pictures_changed'))
    if (cost > 0) this.balances.refresh(userId)
  }
}

const sentenceOf = ({ kind }: PictureMakeFailure): string =>
  kind in failureSentences ? failureSentences[kind as keyof typeof failureSentences] : failureSentences.unavailable
