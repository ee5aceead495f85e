import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AuditLog } from '#modules/admin/index'
import { newId } from '#modules/kernel/ids'
import { waitForLock } from '#modules/kernel/locks'
import { fail, ok, type Result } from '#modules/kernel/result'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { Timers } from '#plugins/contract/timers'
import {
  webhookLimits,
  type CreatedWebhook,
  type NewWebhook,
  type NewWebhookSecret,
  type Webhook,
  type WebhookChange,
  type WebhookOff,
} from '../../api.ts'
import { WebhookRow } from '../tables/webhook_row.ts'
import { newSecret } from './signatures.ts'
import { WebhookAudience } from './webhook_audience.ts'

type Row = Attributes<WebhookRow>

/** Binds a ciphertext to its row. */
const purpose = (id: string) => `webhook ${id}`

/** The addresses that are told of events. Those of the instance stand in the audit log. */
@inject()
export class Webhooks {
  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption,
    private readonly audience: WebhookAudience,
    private readonly audit: AuditLog,
    private readonly timers: Timers
  ) {}

  /** Oldest first. */
  async list(userId: string): Promise<Webhook[]> {
    return (await WebhookRow.of(userId).orderBy('id')).map(toWebhook)
  }

  async create(userId: string, { url, events, ofInstance }: NewWebhook): Promise<Result<CreatedWebhook, 'too_many'>> {
    const [id, secret] = [newId(), newSecret()]
    const created = await this.db.transaction(async (trx) => {
      // Two at once would both be the last one.
      await waitForLock(trx, `access.webhooks ${userId}`)
      const others = await WebhookRow.of(userId, { client: trx }).select('id')
      if (others.length >= webhookLimits.webhooksMax) return null
      const row = await WebhookRow.create(
        { userId, id, url, events: events as never, ofInstance, sealedSecret: this.#seal(id, secret) },
        { client: trx }
      )
      await this.#record(userId, null, row, trx)
      return toWebhook(row)
    })
    if (!created) return fail('too_many')
    await this.audience.tell()
    return ok({ webhook: created, secret })
  }

  /** Null for a webhook that the user doesn't have. One that is turned on again begins without failures. */
  async change(userId: string, id: string, { isOn, ...change }: WebhookChange): Promise<Webhook | null> {
    const changed = await this.db.transaction(async (trx) => {
      const row = await WebhookRow.of(userId, { client: trx }).where('id', id).forUpdate().first()
      if (!row) return null
      const before = { ...row.$attributes } as Row
      row.merge(change)
      if (isOn === true) row.merge({ offAt: null, offBecause: null, failingSince: null })
      if (isOn === false && row.offAt === null) row.merge({ offAt: new Date(this.timers.now()), offBecause: 'owner' })
      await row.save()
      await this.#record(userId, before, row, trx)
      return toWebhook(row)
    })
    if (changed) await this.audience.tell()
    return changed
  }

  /** Makes another secret. The one before signs, too, for a day. */
  async rotate(userId: string, id: string): Promise<NewWebhookSecret | null> {
    const secret = newSecret()
    const { rows } = await this.db.rawQuery<{ rows: { until: Date }[] }>(
      `UPDATE webhooks SET sealed_earlier_secret = sealed_secret, sealed_secret = ?,
         earlier_until = now() + make_interval(hours => ?::int)
       WHERE user_id = ?::uuid AND id = ?::uuid RETURNING earlier_until AS until`,
      [this.#seal(id, secret), webhookLimits.earlierSecretHours, userId, id]
    )
    return rows[0] ? { secret, earlierUntil: rows[0].until.toISOString() } : null
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const isGone = await this.db.transaction(async (trx) => {
      const row = await WebhookRow.of(userId, { client: trx }).where('id', id).first()
      if (!row) return false
      await this.#record(userId, row, null, trx)
      await row.delete()
      return true
    })
    if (isGone) await this.audience.tell()
    return isGone
  }

  async find(userId: string, id: string): Promise<Row | null> {
    return WebhookRow.of(userId).where('id', id).first()
  }

  /** The secrets that sign now. Empty if no known APP_KEY decrypts the present one. */
  secretsOf({ id, sealedSecret, sealedEarlierSecret, earlierUntil }: Row, nowMs: number): string[] {
    const secret = this.#open(id, sealedSecret)
    const isEarlierUsed = sealedEarlierSecret !== null && earlierUntil!.getTime() > nowMs
    const earlier = isEarlierUsed ? this.#open(id, sealedEarlierSecret) : null
    return secret === null ? [] : [secret, ...(earlier === null ? [] : [earlier])]
  }

  /** Turns a webhook off in the caller's transaction. Returns false if it is off already. */
  async turnOff(
    { userId, id }: Row,
    because: Exclude<WebhookOff, 'owner'>,
    trx: TransactionClientContract
  ): Promise<boolean> {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      'UPDATE webhooks SET off_at = now(), off_because = ? WHERE user_id = ?::uuid AND id = ?::uuid AND off_at IS NULL',
      [because, userId, id]
    )
    return rowCount > 0
  }

  /** Encrypts the secrets with the current APP_KEY. */
  async reseal(): Promise<{ resealed: number; lost: number }> {
    const counted = { resealed: 0, lost: 0 }
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `-- all users: their sealed secrets
       SELECT ${attributesOf(WebhookRow)} FROM webhooks`
    )
    for (const row of rows) {
      const secret = this.#open(row.id, row.sealedSecret)
      const earlier = row.sealedEarlierSecret && this.#open(row.id, row.sealedEarlierSecret)
      counted[secret ? 'resealed' : 'lost']++
      if (!secret) continue
      await this.db.rawQuery(
        'UPDATE webhooks SET sealed_secret = ?, sealed_earlier_secret = ? WHERE user_id = ?::uuid AND id = ?::uuid',
        [this.#seal(row.id, secret), earlier && this.#seal(row.id, earlier), row.userId, row.id] as never
      )
    }
    return counted
  }

  async forgetUser(userId: string, trx: TransactionClientContract) {
    await WebhookRow.of(userId, { client: trx }).delete()
  }

  #seal(id: string, secret: string): string {
    return this.encryption.encrypt(secret, undefined, purpose(id))
  }

  #open(id: string, sealed: string): string | null {
    return this.encryption.decrypt<string>(sealed, purpose(id))
  }

  async #record(actorId: string, before: Row | null, after: Row | null, trx: TransactionClientContract) {
    if (!(before ?? after)!.ofInstance) return
    await this.audit.record(
      {
        actorId,
        kind: 'webhook_changed',
        subject: { type: 'site', id: null, name: 'Webhooks' },
        before: before && audited(before),
        after: after && audited(after),
      },
      trx
    )
  }
}

const audited = ({ url, events, offAt }: Row) => ({ url, events, isOn: offAt === null })

const toWebhook = ({ id, url, events, ofInstance, createdAt, failingSince, offBecause }: Row): Webhook => ({
  id,
  url,
  events,
  ofInstance,
  createdAt: createdAt.toISOString(),
  failingSince: failingSince?.toISOString() ?? null,
  offBecause: offBecause ?? null,
})
