import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { waitForLock } from '#modules/kernel/locks'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { Message, ModelChange } from '../api.ts'
import { TierModels, type TierModel } from '../ports.ts'
import { Tiers } from '../../prompts/index.ts'
import { TierModelRow } from '../../tables/tier_model_row.ts'

/** The last changes that the user of a chat has seen and accepted. */
export interface ChangesOfChat {
  seen_change?: number | null
  accepted_change?: number | null
}

/** Remembers since when each model answers for its tier. */
@inject()
export class StoredTierModels extends TierModels {
  constructor(
    private readonly db: Database,
    private readonly tiers: Tiers
  ) {
    super()
  }

  /**
   * Stores the models that have changed since the last start. Call it before the server listens. `read` puts the stored tiers in force. It runs while
   * no tier can change.
   */
  async record(read: () => Promise<void>): Promise<void> {
    await this.db.transaction(async (trx) => {
      // Several processes start at once, and each must see the rows of the others.
      await waitForLock(trx, 'chat.tier_models')
      await read()
      await this.#store(
        [...this.tiers.byId.values()].map(({ id: tier, model }) => ({ tier, model })),
        trx
      )
    })
  }

  /** Stores the models that tiers have from now on. Those that stay are no change. */
  async change(models: readonly { tier: string; model: string }[], trx: TransactionClientContract): Promise<void> {
    await waitForLock(trx, 'chat.tier_models')
    await this.#store(models, trx)
  }

  async #store(models: readonly { tier: string; model: string }[], trx: TransactionClientContract) {
    await trx.rawQuery(
      `INSERT INTO chat_tier_models (tier, model_id, since)
         SELECT given.tier, given.model_id, CASE WHEN newest.model_id IS NOT NULL THEN now() END
         FROM unnest(?::text[], ?::text[]) AS given (tier, model_id)
         LEFT JOIN LATERAL (
           SELECT model_id FROM chat_tier_models WHERE tier = given.tier ORDER BY id DESC LIMIT 1
         ) newest ON true
         WHERE newest.model_id IS DISTINCT FROM given.model_id`,
      [models.map(({ tier }) => tier), models.map(({ model }) => model)]
    )
  }

  async list(): Promise<TierModel[]> {
    const { rows } = await this.db.rawQuery<{ rows: Attributes<TierModelRow>[] }>(
      `SELECT ${attributesOf(TierModelRow, { alias: 'newest' })} FROM unnest(?::text[]) AS given (tier)
       CROSS JOIN LATERAL (SELECT * FROM chat_tier_models WHERE tier = given.tier ORDER BY id DESC LIMIT 1) newest`,
      [[...this.tiers.byId.keys()]]
    )
    const known = new Map(rows.map((row) => [row.tier, row]))
    return [...this.tiers.byId.values()].map(({ id: tier, name, model: modelId }) => {
      const row = known.get(tier)
      const isCurrent = row?.modelId === modelId
      return {
        tier,
        name,
        modelId,
        since: isCurrent ? (row.since?.toISOString() ?? null) : null,
        reason: isCurrent ? row.reason : null,
      }
    })
  }

  async setReason(tier: string, reason: string | null, trx: TransactionClientContract) {
    const known = this.tiers.byId.get(tier)
    const row = await newestOf(tier, trx).forUpdate().first()
    if (!known || row?.modelId !== known.model) return null
    const before = row.reason
    await row.merge({ reason }).save()
    return { name: known.name, before }
  }

  /**
   * Returns the change of the tier that wrote the last answer, unless the user has seen and accepted it. Answers of fallbacks don't count.
   * `messages`: the end of the chat.
   */
  async changeOf(messages: readonly Message[], chat: ChangesOfChat): Promise<ModelChange | null> {
    const last = messages.findLast(
      ({ isUser, model, modelId, isFallback }) =>
        !isUser && model && modelId && !isFallback && this.tiers.byId.has(model)
    )
    const tier = last && this.tiers.byId.get(last.model!)!
    // A continued answer names all its models.
    const wasId = last?.modelId!.split(', ').at(-1)
    if (!last || !tier || wasId === tier.model) return null
    const row = await newestOf(tier.id, this.db.connection()).first()
    // During an upgrade, another process may have another model.
    if (row?.modelId !== tier.model) return null
    const [isSeen, isAccepted] = [chat.seen_change === row.id, chat.accepted_change === row.id]
    if (isSeen && isAccepted) return null
    const was = last.modelName!.split(', ').at(-1)!
    // The operator may have kept the name.
    const names = was === tier.name ? { name: tier.model, was: wasId! } : { name: tier.name, was }
    const { id, since, reason } = row
    return { id, tier: tier.id, ...names, since: since?.toISOString() ?? null, reason, isSeen, isAccepted }
  }

  /** Remembers that the user has seen a change, or has accepted it. Returns false without such a chat. */
  async note({ userId, sessionId, change, isAccepted }: NotedChange): Promise<boolean> {
    const { rowCount } = await this.db.rawQuery<{ rowCount: number }>(
      `UPDATE chat_sessions SET seen_change = :change::integer,
         accepted_change = CASE WHEN :isAccepted::boolean THEN :change::integer ELSE accepted_change END
       WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND deleted_at IS NULL`,
      { userId, sessionId, change, isAccepted }
    )
    return rowCount > 0
  }
}

const newestOf = (tier: string, client: QueryClientContract) =>
  TierModelRow.query({ client }).where('tier', tier).orderBy('id', 'desc')

export interface NotedChange {
  userId: string
  sessionId: string
  /** The id of the change. */
  change: number
  isAccepted: boolean
}
