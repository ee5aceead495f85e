export const rubyWord = (amount: number): string => (amount === 1 ? 'ruby' : 'rubies')

/** '1 ruby', '1,200 rubies'. */
export const rubiesText = (amount: number): string => `${amount.toLocaleString('en')} ${rubyWord(amount)}`
