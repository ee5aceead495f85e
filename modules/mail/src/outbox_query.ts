import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor } from '#modules/kernel/pages'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { Outbox, type OutboxMail } from '../index.ts'
import { Sealed } from './sealed.ts'
import { OutboxRow } from './tables/outbox_row.ts'

type Row = Attributes<OutboxRow>

interface Copy {
  address: string
  subject: string
  text: string
  html: string
}

/** Leaves out mail that was encrypted with an unknown key. */
@inject()
export class OutboxQuery extends Outbox {
  constructor(
    private readonly db: Database,
    private readonly sealed: Sealed
  ) {
    super()
  }

  async list({ limit, cursor }: { limit: number; cursor?: string }) {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)?.[0]
    if (cursor !== undefined && !isId(before)) return null
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT ${attributesOf(OutboxRow)} FROM mail_outbox
       WHERE sent_at IS NOT NULL AND (?::uuid IS NULL OR id < ?::uuid) ORDER BY id DESC LIMIT ?::int`,
      [before, before, limit + 1] as never
    )
    const page = rows.slice(0, limit)
    return {
      items: page.flatMap((row): OutboxMail[] => {
        const mail = this.#opened(row)
        return mail
          ? [{ id: mail.id, userId: mail.userId, address: mail.address, subject: mail.subject, sentAt: mail.sentAt }]
          : []
      }),
      next: rows.length > limit ? encodeCursor([page.at(-1)!.id]) : null,
    }
  }

  async find(id: string) {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT ${attributesOf(OutboxRow)} FROM mail_outbox WHERE id = ?::uuid AND sent_at IS NOT NULL`,
      [id]
    )
    return rows[0] ? this.#opened(rows[0]) : null
  }

  #opened({ id, userId, sentAt, sealedCopy }: Row) {
    const copy = this.sealed.open<Copy>(id, sealedCopy!)
    return copy && { id, userId, sentAt: sentAt!, ...copy }
  }
}
