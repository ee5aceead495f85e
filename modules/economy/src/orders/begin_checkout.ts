import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { TestGates, type Gates } from '#modules/kernel/gates'
import { Limiters } from '#modules/kernel/rate_limit'
import { AppSettings } from '#modules/kernel/settings'
import { Timers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { waitForLock } from '#modules/kernel/locks'
import { Maintenance } from '#modules/kernel/maintenance'
import { fail, ok, type Result } from '#modules/kernel/result'
import { ProviderError } from '#plugins/contract/errors'
import type { PaymentProvider } from '#plugins/contract/payment'
import { checkoutReturn, limits } from '../../api.ts'
import { EconomySettings, PaymentSettings, type RubyPack } from '../economy_settings.ts'

/** The timeout of the provider's call, for which the buyer waits. */
const providerTimeoutMs = 20_000

export type CheckoutRefusal =
  | { kind: 'no_such_pack' }
  /** No payment provider is configured. */
  | { kind: 'no_provider' }
  | { kind: 'maintenance'; sentence: string }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** `isTemporary`: retrying may help. */
  | { kind: 'provider_failed'; isTemporary: boolean; retryAfterSeconds: number }

interface CheckoutSettings {
  provider: PaymentProvider | null
  packs: readonly RubyPack[]
  /** Lifetime of a checkout. */
  checkoutMinutes: number
  appUrl: string
  limitsEnabled: boolean
  timers: Timers
  gates: Gates | undefined
}

interface Buyer {
  id: string
  email: string | null
}

/**
 * Creates an order and a page to pay it. The order is committed before the provider is called, so the provider never reports an unknown
 * order. The price is the pack's, never the caller's.
 */
@inject()
export class BeginCheckout {
  readonly #settings: CheckoutSettings

  constructor(
    private readonly db: Database,
    { packs, checkoutMinutes }: EconomySettings,
    { provider }: PaymentSettings,
    { appUrl }: AppSettings,
    { enabled: limitsEnabled }: Limiters,
    timers: Timers,
    { gates }: TestGates,
    private readonly logger: Logger,
    private readonly maintenance: Maintenance
  ) {
    this.#settings = { provider, packs, checkoutMinutes, appUrl, limitsEnabled, timers, gates }
  }

  async run(
    buyer: Buyer,
    { rubyAmount, price }: { rubyAmount: number; price: number }
  ): Promise<Result<{ checkoutUrl: string; orderId: string }, CheckoutRefusal>> {
    const { packs, provider } = this.#settings
    const { sentence } = this.maintenance
    if (sentence !== null) return fail({ kind: 'maintenance', sentence })
    const pack = packs.find(({ rubies, priceCents }) => rubies === rubyAmount && priceCents / 100 === price)
    if (!pack) return fail({ kind: 'no_such_pack' })
    if (!provider) return fail({ kind: 'no_provider' })
    const opened = await this.#openOrder(buyer, pack, provider)
    if (!opened.ok) return opened
    await this.#settings.gates?.('order_committed', [buyer.id])
    return this.#askProvider(buyer, pack, provider, opened.value)
  }

  async #openOrder(
    { id: userId }: Buyer,
    { rubies, priceCents, currency }: RubyPack,
    { name, isTest = false }: PaymentProvider
  ): Promise<Result<{ orderId: string; expiresAt: Date }, CheckoutRefusal>> {
    const { limitsEnabled, checkoutMinutes } = this.#settings
    return this.db.transaction(async (trx) => {
      if (limitsEnabled) {
        await waitForLock(trx, `checkout ${userId}`)
        const { rows } = await trx.rawQuery<{ rows: { seconds: number }[] }>(
          `SELECT ceil(extract(epoch FROM created_at + INTERVAL '1 hour' - clock_timestamp()))::int AS seconds
           FROM ruby_orders WHERE user_id = ?::uuid AND created_at > clock_timestamp() - INTERVAL '1 hour'
           ORDER BY created_at DESC LIMIT 1 OFFSET ?::int`,
          [userId, limits.checkoutsPerHour - 1]
        )
        if (rows[0]) return fail({ kind: 'too_many' as const, retryAfterSeconds: Math.max(1, rows[0].seconds) })
      }
      const orderId = newId()
      const { rows } = await trx.rawQuery<{ rows: [{ expires_at: Date }] }>(
        `INSERT INTO ruby_orders (user_id, id, rubies, amount_cents, currency, provider, is_test, expires_at)
         VALUES (?::uuid, ?::uuid, ?::bigint, ?::bigint, ?, ?, ?::boolean, clock_timestamp() + make_interval(mins => ?::int)) RETURNING expires_at`,
        [userId, orderId, rubies, priceCents, currency, name, isTest, checkoutMinutes]
      )
      return ok({ orderId, expiresAt: rows[0].expires_at })
    })
  }

  async #askProvider(
    { id: userId, email }: Buyer,
    { rubies, priceCents, currency }: RubyPack,
    provider: PaymentProvider,
    { orderId, expiresAt }: { orderId: string; expiresAt: Date }
  ): Promise<Result<{ checkoutUrl: string; orderId: string }, CheckoutRefusal>> {
    const returnUrl = (outcome: (typeof checkoutReturn.outcomes)[number]) =>
      `${this.#settings.appUrl}${checkoutReturn.path}?${checkoutReturn.query.outcome}=${outcome}&${checkoutReturn.query.order}=${orderId}`
    try {
      const { url, reference } = await provider.createCheckout(
        {
          id: orderId,
          title: `${rubies} rubies`,
          amountCents: priceCents,
          currency,
          email,
          successUrl: returnUrl('success'),
          cancelUrl: returnUrl('cancelled'),
          expiresAt,
        },
        this.#settings.timers.timeout(providerTimeoutMs)
      )
      await this.db.rawQuery(
        `UPDATE ruby_orders SET reference = ?, changed_at = clock_timestamp()
         WHERE user_id = ?::uuid AND id = ?::uuid AND reference IS NULL`,
        [reference, userId, orderId]
      )
      return ok({ checkoutUrl: url, orderId })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return this.#giveUp(provider.name, { userId, orderId }, error)
    }
  }

  /** Closes the order: the buyer has no page to pay it. A payment that arrives anyway is still credited. */
  async #giveUp(
    provider: string,
    { userId, orderId }: { userId: string; orderId: string },
    { code, message, status, retryAfterMs }: ProviderError
  ) {
    const isTemporary = code === 'rate_limited' || code === 'unavailable' || code === 'timeout' || code === 'cut_off'
    this.logger[isTemporary ? 'warn' : 'error'](
      { provider, orderId, code, status, reason: message },
      'could not create a checkout'
    )
    await this.db.rawQuery(
      `UPDATE ruby_orders SET state = 'failed', changed_at = clock_timestamp()
       WHERE user_id = ?::uuid AND id = ?::uuid AND state = 'open'`,
      [userId, orderId]
    )
    const retryAfterSeconds = Math.min(3_600, Math.max(1, Math.ceil((retryAfterMs ?? 5_000) / 1_000)))
    return fail({ kind: 'provider_failed' as const, isTemporary, retryAfterSeconds })
  }
}
