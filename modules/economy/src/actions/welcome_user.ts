import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { OpenedAccount, VerifiedEmail } from '#modules/accounts/index'
import { EconomySettings, RewardSettings } from '../economy_settings.ts'
import { DatabaseLedger } from '../ledger/database_ledger.ts'
import { NetworkRewards } from '../rewards/network_rewards.ts'
import { SeenNetworks } from '../shares/seen_networks.ts'
import { WaitingWelcomeRow } from '../tables/waiting_welcome_row.ts'

/**
 * Opens a ruby account and credits the welcome rubies in the transaction that opens the user's account, or that verifies its e-mail.
 * Credits nothing when the e-mail had an account within the last year or the network reached its daily limit.
 */
@inject()
export class WelcomeUser {
  constructor(
    private readonly ledger: DatabaseLedger,
    private readonly networks: NetworkRewards,
    private readonly seen: SeenNetworks,
    private readonly economy: EconomySettings,
    private readonly rewards: RewardSettings
  ) {}

  async run({ userId, hadAccount, isEmailVerified, address }: OpenedAccount, trx: TransactionClientContract) {
    const rubies = this.economy.welcomeRubies
    await this.ledger.openAccount(userId, trx)
    await this.seen.note(userId, address, trx)
    if (rubies === 0 || hadAccount) return
    if (!this.rewards.welcomeNeedsEmail || isEmailVerified || address === null)
      return this.#credit(userId, rubies, address, trx)
    await WaitingWelcomeRow.create({ userId, rubies: String(rubies) }, { client: trx })
  }

  /** Credits the waiting welcome rubies, regardless of the current settings. Credits nothing to an account without waiting rubies. */
  async emailVerified({ userId, hadAccount, address }: VerifiedEmail, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { rubies: string }[] }>(
      'DELETE FROM ruby_waiting_welcomes WHERE user_id = ?::uuid RETURNING rubies',
      [userId]
    )
    if (!rows[0] || hadAccount) return
    // The other rewards lock the account before their network, too.
    await trx.rawQuery('SELECT FROM ledger_lock_account(?::uuid)', [userId])
    await this.#credit(userId, Number(rows[0].rubies), address, trx)
  }

  async #credit(userId: string, rubies: number, address: string | null, trx: TransactionClientContract) {
    if (!(await this.networks.count(rubies, address, trx))) return
    await this.ledger.post(
      { userId, amount: rubies, type: 'welcome', description: 'Welcome rubies', key: 'welcome' },
      trx
    )
  }
}
