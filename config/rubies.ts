import env from './env.ts'

export default {
  /** If false, replies are free, and balances, prices, the shop and rewards are hidden. Balances stay as they are. */
  isOn: env.get('RUBIES') === 'on',
}
