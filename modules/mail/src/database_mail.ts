import { inject } from '@adonisjs/core'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { afterCommit } from '#modules/kernel/sql'
import { Mail, type ComposedMail, type ComposeMail, type MailOrder } from '../index.ts'
import { Sealed } from './sealed.ts'
import { Transport } from './transport.ts'

@inject()
export class DatabaseMail extends Mail {
  readonly #composers = new Map<string, ComposeMail<never>>()
  /** Called when this process has queued a mail. */
  onDue = () => {}

  constructor(
    private readonly sealed: Sealed,
    private readonly transport: Transport
  ) {
    super()
  }

  compose<Details>(kind: string, compose: ComposeMail<Details>) {
    this.#composers.set(kind, compose as ComposeMail<never>)
  }

  async enqueue<Details>(
    { kind, userId, details }: MailOrder<Details>,
    client: Database | QueryClientContract | TransactionClientContract
  ) {
    const id = newId()
    await client.rawQuery('INSERT INTO mail_outbox (id, kind, user_id, sealed_order) VALUES (?::uuid, ?, ?::uuid, ?)', [
      id,
      kind,
      userId,
      this.sealed.seal(id, details),
    ] as never)
    afterCommit(client, () => this.onDue())
  }

  async forget(userId: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      'DELETE FROM mail_outbox WHERE user_id = ?::uuid RETURNING id',
      [userId]
    )
    if (rows.length === 0) return
    const { copies } = await this.transport.open()
    await copies?.delete(rows.map(({ id }) => id))
  }

  /** Composes a mail. Returns null if there is nothing to send. Throws for a kind without a composer, which a newer version may know. */
  async composed(kind: string, details: unknown): Promise<ComposedMail | null> {
    const compose = this.#composers.get(kind)
    if (!compose) throw new Error(`No module composes mail of the kind ${kind}.`)
    return compose(details as never)
  }
}
