import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { SignInCheckup } from '../../index.ts'
import { Timers } from '#plugins/contract/timers'
import { SignInSettings } from '../settings.ts'
import { DiscordApi } from './discord_api.ts'
import { DiscordProvider } from './discord_provider.ts'
import { OpenIdProvider } from './openid_provider.ts'
import type { IdentityProvider } from './identity_provider.ts'

/** The configured providers in the order of their buttons. */
@inject()
export class IdentityProviders extends SignInCheckup {
  readonly all: readonly IdentityProvider[]

  constructor({ openId, discord }: SignInSettings, timers: Timers, logger: Logger) {
    super()
    this.all = [
      ...(openId ? [new OpenIdProvider(openId, timers, logger)] : []),
      ...(discord ? [new DiscordProvider(discord, new DiscordApi(discord, timers), { timers, logger })] : []),
    ]
  }

  find(name: unknown): IdentityProvider | null {
    return this.all.find((provider) => provider.name === name) ?? null
  }

  async examine() {
    return Promise.all(this.all.map(async (provider) => ({ name: provider.label, ...(await provider.examine()) })))
  }
}
