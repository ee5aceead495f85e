import { SignInCheckup } from '../../index.ts'
import type { IdentityProvider } from './identity_provider.ts'

/** The configured providers in the order of their buttons. */
export class IdentityProviders extends SignInCheckup {
  readonly all: readonly IdentityProvider[]

  constructor(all: readonly IdentityProvider[]) {
    super()
    this.all = all
  }

  find(name: unknown): IdentityProvider | null {
    return this.all.find((provider) => provider.name === name) ?? null
  }

  async examine() {
    return Promise.all(this.all.map(async (provider) => ({ name: provider.label, ...(await provider.examine()) })))
  }
}
