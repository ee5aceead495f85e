/** The demo on the landing page: a few replies for visitors without an account. */
import { createHmac } from 'node:crypto'
import env, { appKey } from './env.ts'
import models from './models.ts'

/** The cheapest tier, because the operator pays for the replies. */
const tier = models.tiers[0]!

/** Models on this machine cost the operator nothing per reply. */
const isFree = tier.provider.links.every(({ name }) => name === 'local' || name === 'llama')

const choice = env.get('DEMO')

export default {
  isOn: choice === 'auto' ? isFree : choice === 'on',
  tier: tier.id,
  /** The daily limit per network (IPv4 /24, IPv6 /48). RATE_LIMITS=off lifts this limit and the next one. */
  repliesPerNetwork: env.get('DEMO_REPLIES_PER_NETWORK'),
  /** The daily limit of all visitors together. */
  repliesPerDay: env.get('DEMO_REPLIES_PER_DAY'),
  /** The key for hashes of networks. The hashes live one day, so APP_KEY_PREVIOUS isn't needed. */
  networkKey: createHmac('sha256', appKey()).update('networks of the demo').digest('hex'),
}
