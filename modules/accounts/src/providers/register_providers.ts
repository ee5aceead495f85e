import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { DiscordMembership, SignInCheckup } from '../../index.ts'
import { OpenAccount } from '../actions/open_account.ts'
import { EmailVerification } from '../emails/email_verification.ts'
import { AttemptCookie } from './attempt_cookie.ts'
import { AttemptStore } from './attempt_store.ts'
import { BeginAttempt } from './begin_attempt.ts'
import { DiscordApi } from './discord_api.ts'
import { DiscordGuildMembers } from './discord_guild_members.ts'
import { DiscordProvider, type DiscordSettings } from './discord_provider.ts'
import { SignInWithIdentity } from './sign_in_with_identity.ts'
import { IdentityProviders } from './identity_providers.ts'
import { IdentityStore } from './identity_store.ts'
import { LinkIdentity } from './link_identity.ts'
import { OpenIdProvider, type OpenIdSettings } from './openid_provider.ts'
import { ProveByIdentity } from './prove_by_identity.ts'
import { UnlinkIdentity } from './unlink_identity.ts'

/** Binds the providers configured in `config/sign_in.ts`, if any. */
export const registerProviders = ({ config, container }: ApplicationService) => {
  const openId = config.get<OpenIdSettings | null>('sign_in.openId', null)
  const discord = config.get<DiscordSettings | null>('sign_in.discord', null)

  container.singleton(IdentityProviders, async (resolver) => {
    const [timers, logger] = [await resolver.make(Timers), await resolver.make('logger')]
    return new IdentityProviders([
      ...(openId ? [new OpenIdProvider(openId, timers, logger)] : []),
      ...(discord ? [new DiscordProvider(discord, new DiscordApi(discord, timers), { timers, logger })] : []),
    ])
  })
  container.singleton(SignInCheckup, (resolver) => resolver.make(IdentityProviders))
  container.singleton(AttemptStore, async (resolver) => new AttemptStore(await resolver.make(Database)))
  container.singleton(AttemptCookie, () => new AttemptCookie({ secure: config.get('app.http.cookie.secure') }))
  container.singleton(BeginAttempt, async (resolver) => {
    return new BeginAttempt(await resolver.make(AttemptStore), await resolver.make(AttemptCookie))
  })
  container.singleton(IdentityStore, async (resolver) => new IdentityStore(await resolver.make('encryption')))
  container.singleton(SignInWithIdentity, async (resolver) => {
    const [db, identities] = await Promise.all([resolver.make(Database), resolver.make(IdentityStore)])
    return new SignInWithIdentity(db, identities, await resolver.make(OpenAccount), config.get('brand.brand.name'))
  })
  container.singleton(LinkIdentity, async (resolver) => {
    const [db, identities] = await Promise.all([resolver.make(Database), resolver.make(IdentityStore)])
    return new LinkIdentity(db, identities, await resolver.make(EmailVerification))
  })
  container.singleton(
    ProveByIdentity,
    async (resolver) => new ProveByIdentity(await resolver.make(Database), await resolver.make(IdentityStore))
  )
  container.singleton(UnlinkIdentity, async (resolver) => new UnlinkIdentity(await resolver.make(Database)))

  const guildId = discord?.guildId
  if (!discord || !guildId) return
  container.singleton(DiscordMembership, async (resolver) => {
    const [db, encryption] = await Promise.all([resolver.make(Database), resolver.make('encryption')])
    return new DiscordGuildMembers(db, new DiscordApi(discord, await resolver.make(Timers)), encryption, guildId)
  })
}
