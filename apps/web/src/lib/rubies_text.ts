/** An amount in words: '1 ruby', '1,200 rubies'. */
export const rubiesText = (amount: number): string =>
  `${amount.toLocaleString('en')} ${amount === 1 ? 'ruby' : 'rubies'}`
