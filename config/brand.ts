/** The product's name and face. Plain data that imports nothing; nothing else spells these. */
export const brand = {
  name: 'Facet',
  tagline: 'Characters worth talking to.',
  discordInvite: 'https://discord.gg/facet',
  /** The accent, as used in the browser's own chrome. */
  themeColor: '#c81e4a',
} as const
