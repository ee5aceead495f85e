import { createHmac } from 'node:crypto'
import { brand } from './brand.ts'
import env, { appKey, appUrl } from './env.ts'
import { isPublicAddress } from './public_address.ts'
import rubies from './rubies.ts'

/** The invite in `brand.ts` is an example, so public servers need their own, or the keys of a Discord application. */
const mayShowExample = !isPublicAddress(appUrl) || Boolean(env.get('DISCORD_CLIENT_ID'))

export default {
  /** The invite to the operator's Discord server. If null, the banner and the reward are hidden. */
  discordInvite: rubies.isOn ? (env.get('DISCORD_INVITE') ?? (mayShowExample ? brand.discordInvite : null)) : null,
  /** If Discord membership can be checked, the reward requires it. Otherwise it is granted on trust. */
  checksDiscordMembership: Boolean(env.get('DISCORD_CLIENT_ID') && env.get('DISCORD_GUILD_ID')),
  /** The limit for welcome, daily and Discord rewards together, per network (IPv4 /24, IPv6 /48) and UTC day. RATE_LIMITS=off lifts it. */
  rubiesPerNetworkAndDay: env.get('REWARDS_PER_NETWORK'),
  /** Whether the welcome rubies wait until the e-mail address is verified. */
  welcomeNeedsEmail: env.get('WELCOME_NEEDS_EMAIL') === true,
  /** The key for hashes of networks. The hashes live at most 30 days, so APP_KEY_PREVIOUS isn't needed. */
  networkKey: createHmac('sha256', appKey()).update('networks of rewards').digest('hex'),
}
