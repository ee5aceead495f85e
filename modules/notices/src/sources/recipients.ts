import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { Blocks } from '#modules/gallery/index'

/** The people who may be notified of what another one did. */
@inject()
export class Recipients {
  constructor(
    private readonly accounts: Accounts,
    private readonly blocks: Blocks
  ) {}

  /** Whether a user may hear of an actor: not of themselves or across a block. The built-in account hears of nothing. */
  async mayHear(userId: string, actorId: string, trx: TransactionClientContract): Promise<boolean> {
    if (userId === actorId) return false
    if ((await this.blocks.between(userId, [actorId], trx)).size > 0) return false
    return (await this.accounts.person(userId, trx)) !== null
  }
}
