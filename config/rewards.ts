import { createHmac } from 'node:crypto'
import env, { appKey } from './env.ts'

export default {
  /** If Discord membership can be checked, the reward requires it. Otherwise it is granted on trust. */
  checksDiscordMembership: Boolean(env.get('DISCORD_CLIENT_ID') && env.get('DISCORD_GUILD_ID')),
  /** The limit for welcome, daily and Discord rewards together, per network (IPv4 /24, IPv6 /48) and UTC day. RATE_LIMITS=off lifts it. */
  rubiesPerNetworkAndDay: env.get('REWARDS_PER_NETWORK'),
  /** Whether the welcome rubies wait until the e-mail address is verified. */
  welcomeNeedsEmail: env.get('WELCOME_NEEDS_EMAIL') === true,
  /** The key for hashes of networks. The hashes live two days, so APP_KEY_PREVIOUS isn't needed. */
  networkKey: createHmac('sha256', appKey()).update('networks of rewards').digest('hex'),
}
