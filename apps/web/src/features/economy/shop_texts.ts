/**
 * The shop's sentences about what rubies pay for, which depend on whether the operator has set a price for pictures of some model, and for
 * speech.
 */
export const shopTexts = (picturePrices: Readonly<Record<string, number>>, speechPrice = 0) => {
  const hasPictures = Object.values(picturePrices).some((price) => price > 0)
  const further = [
    ...(hasPictures ? [{ short: 'for pictures', long: 'for pictures of some models' }] : []),
    ...(speechPrice > 0 ? [{ short: 'for reading aloud', long: 'for reading aloud with this site’s voices' }] : []),
  ]
  const lines = 'for lines that a model writes for you'
  const replies = 'for characters’ replies'
  return {
    lead: `Rubies pay ${listOf([replies, ...further.map(({ short }) => short)])}.`,
    title: `Only what a model ${further.length > 0 ? 'makes' : 'writes'} costs rubies`,
    text: `Rubies pay ${listOf([replies, lines, ...further.map(({ long }) => long)])}. Browsing, liking, commenting and creating characters are free.`,
  }
}

const listOf = (items: readonly string[]) => new Intl.ListFormat('en').format(items)
