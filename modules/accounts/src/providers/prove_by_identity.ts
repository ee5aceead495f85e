import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { Identity } from './identity_provider.ts'
import { IdentityStore } from './identity_store.ts'

/** Checks whether the provider's identity is linked to the signed-in user. */
@inject()
export class ProveByIdentity {
  constructor(
    private readonly db: Database,
    private readonly identities: IdentityStore
  ) {}

  async run(userId: string, identity: Identity): Promise<boolean> {
    const owner = await this.identities.owner(this.db, identity)
    return owner?.userId === userId
  }
}
