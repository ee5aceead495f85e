/** The shop's sentences about what rubies pay for, which depend on whether the operator has set a price for pictures of some model. */
export const shopTexts = (picturePrices: Readonly<Record<string, number>>) =>
  Object.values(picturePrices).some((price) => price > 0)
    ? {
        lead: 'Rubies pay for characters’ replies and for pictures.',
        title: 'Only what a model makes costs rubies',
        text: 'Rubies pay for characters’ replies, for lines that a model writes for you, and for pictures of some models. Browsing, liking, commenting and creating characters are free.',
      }
    : {
        lead: 'Rubies pay for characters’ replies.',
        title: 'Only what a model writes costs rubies',
        text: 'Rubies pay for characters’ replies and for lines that a model writes for you. Browsing, liking, commenting and creating characters are free.',
      }
