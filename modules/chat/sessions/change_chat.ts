import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { UserEvents } from '#modules/realtime/index'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { chatUserEvent, type ChatChange, type ChatSession } from '../replies/api.ts'
import { sessionColumns, type SessionRow, toSession } from '../replies/index.ts'

/** A fact for every prompt. `depth`: the number of messages after it. Null: it comes before all messages. */
export interface Pin {
  text: string
  depth: number | null
}

/** Changes the title and the pins of a chat. The methods return the changed chat, or null if this user has no such chat. */
@inject()
export class ChangeChat {
  constructor(
    private readonly db: Database,
    private readonly events: UserEvents
  ) {}

  /** Sets the title of a chat. Null removes it. */
  setTitle(userId: string, sessionId: string, title: string | null) {
    return this.#set(userId, sessionId, 'title = ?', title, 'title_changed')
  }

  /** Replaces the pins, from the next reply on. A running reply keeps its pins. */
  setPins(userId: string, sessionId: string, pins: readonly Pin[]) {
    const depths = pins.flatMap(({ text, depth }) => (depth === null ? [] : [[text, depth]]))
    return this.#set(
      userId,
      sessionId,
      'pins = ?::text[]',
      pins.map(({ text }) => text),
      'pins_changed',
      (trx) => setDepths(trx, userId, sessionId, depths.length > 0 ? JSON.stringify(Object.fromEntries(depths)) : null)
    )
  }

  async #set(
    userId: string,
    sessionId: string,
    assignment: string,
    value: unknown,
    what: ChatChange,
    also?: (trx: TransactionClientContract) => Promise<unknown>
  ): Promise<ChatSession | null> {
    const { db, events } = this
    const row = await db.transaction(async (trx) => {
      const { rows: changed } = await trx.rawQuery<{ rows: unknown[] }>(
        `UPDATE chat_sessions SET ${assignment} WHERE user_id = ? AND id = ? AND deleted_at IS NULL RETURNING id`,
        [value, userId, sessionId] as never
      )
      if (changed.length === 0) return null
      await also?.(trx)
      const { rows } = await trx.rawQuery<{ rows: SessionRow[] }>(
        `SELECT ${sessionColumns} FROM chat_sessions WHERE user_id = ? AND id = ?`,
        [userId, sessionId]
      )
      return rows[0]!
    })
    if (!row) return null
    events.publish(userId, chatUserEvent(sessionId, what))
    return toSession(row)
  }
}

/** Stores the depths of the pins. Null: no pin has a depth, so a chat without settings stays without them. */
const setDepths = (trx: TransactionClientContract, userId: string, sessionId: string, depths: string | null) =>
  trx.rawQuery(
    depths === null
      ? 'UPDATE chat_settings SET pin_depths = ?::jsonb WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND pin_depths IS NOT NULL'
      : `INSERT INTO chat_settings (pin_depths, user_id, chat_session_id) VALUES (?::jsonb, ?::uuid, ?::uuid)
         ON CONFLICT (user_id, chat_session_id) DO UPDATE SET pin_depths = excluded.pin_depths`,
    [depths, userId, sessionId] as never
  )
