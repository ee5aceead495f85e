import { rubyWord } from '#modules/economy/api'

/** '1 ruby', '1,200 rubies'. */
export const rubiesText = (amount: number): string => `${amount.toLocaleString('en')} ${rubyWord(amount)}`
