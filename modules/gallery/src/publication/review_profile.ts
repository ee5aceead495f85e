import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Moderation } from './moderation.ts'
import { PublicationGate } from './publication_gate.ts'

/** Has a user's names and picture judged by the providers that a request doesn't wait for. They are public meanwhile. */
@inject()
export class ReviewProfile {
  constructor(
    private readonly moderation: Moderation,
    private readonly gate: PublicationGate
  ) {}

  async run(userId: string, trx: TransactionClientContract): Promise<void> {
    if (await this.moderation.remote()) await this.gate.record({ userId }, { state: 'waiting', causes: [] }, trx)
  }
}
