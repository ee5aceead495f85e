/** External identity providers. Without any, users sign in with e-mail and password. */
import { createHmac } from 'node:crypto'
import type { DiscordSettings, OpenIdSettings } from '#modules/accounts/index'
import env, { appKey, appKeys, appUrl } from './env.ts'

/** Returns the address that the operator registers with the provider. It depends on APP_URL, never on a request. */
const redirectUri = (provider: string) => `${appUrl}/api/login/${provider}/callback`
const timeoutMs = env.get('SIGN_IN_TIMEOUT_MS')

const openId = (): OpenIdSettings | null => {
  const issuer = env.get('OIDC_ISSUER')
  const clientId = env.get('OIDC_CLIENT_ID')
  if (!issuer || !clientId) return null
  const label = env.get('OIDC_NAME') || new URL(issuer).hostname
  const clientSecret = env.get('OIDC_CLIENT_SECRET') || null
  return { issuer, clientId, clientSecret, label, redirectUri: redirectUri('oidc'), timeoutMs }
}

const discord = (): DiscordSettings | null => {
  const clientId = env.get('DISCORD_CLIENT_ID')
  const clientSecret = env.get('DISCORD_CLIENT_SECRET')
  if (!clientId || !clientSecret) return null
  const base = (env.get('DISCORD_API_BASE') ?? 'https://discord.com').replace(/\/$/, '')
  const guildId = env.get('DISCORD_GUILD_ID') || null
  return { clientId, clientSecret, base, guildId, redirectUri: redirectUri('discord'), timeoutMs }
}

/** Signs the cookie of known devices. */
const deviceKey = createHmac('sha256', appKey()).update('known devices').digest('hex')

/** The keys for hashes of e-mail addresses of deleted accounts: the current key, then the previous one. */
const releasedEmailKeys = appKeys().map((key) => createHmac('sha256', key).update('released emails').digest('hex'))

const adminsNeedSecondFactor = env.get('ADMIN_SECOND_FACTOR') === 'required'

/** The mode of sign-up, unless an admin has chosen one. */
const signUp = env.get('SIGN_UP')

export default { openId: openId(), discord: discord(), deviceKey, releasedEmailKeys, adminsNeedSecondFactor, signUp }
