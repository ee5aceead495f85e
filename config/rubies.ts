import env from './env.ts'

const isOn = env.get('RUBIES') === 'on'

export default {
  /** If false, replies are free, and balances, prices, the shop and rewards are hidden. Balances stay as they are. */
  isOn,
  /** The creators' share of the bought rubies that replies of their characters cost. 0: none. */
  creatorSharePercent: isOn ? env.get('CREATOR_SHARE_PERCENT') : 0,
}
