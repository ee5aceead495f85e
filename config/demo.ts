/** The demo on the landing page: a few replies for visitors without an account. */
import { createHmac } from 'node:crypto'
import env, { appKey } from './env.ts'
import models from './models.ts'

/** The cheapest one, because the operator pays for the replies. */
const tier = models.tiers[0]!

/** Models on this machine cost the operator nothing per reply. */
const isFree = tier.provider.links.every(({ name }) => name === 'local' || name === 'llama')

const choice = env.get('DEMO')

export default {
  isOn: choice === 'auto' ? isFree : choice === 'on',
  tier: tier.id,
  /** Per network (IPv4 /24, IPv6 /48) and day. RATE_LIMITS=off lifts both limits. */
  repliesPerNetwork: env.get('DEMO_REPLIES_PER_NETWORK'),
  /** Of all visitors, per day. */
  repliesPerDay: env.get('DEMO_REPLIES_PER_DAY'),
  /** For hashes of networks. They live one day, so APP_KEY_PREVIOUS isn't needed. */
  networkKey: createHmac('sha256', appKey()).update('networks of the demo').digest('hex'),
}
