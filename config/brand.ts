/** The product's name and face. Plain data that imports nothing; nothing else spells these. */
export const brand = {
  name: 'Facet',
  tagline: 'Characters worth talking to.',
  /** One sentence for search results and shared links. */
  description: 'Discover AI-powered characters, chat with unique personalities and create your own.',
  discordInvite: 'https://discord.gg/facet',
  /** For the browser's own chrome: the ground of each theme, as in the tokens, and the accent. */
  themeColor: { dark: '#0f0c12', light: '#fbf9fb', accent: '#c81e4a' },
  /** What a shared link shows, 1200 by 630. Drawn by `apps/web/brand/draw.mjs`. */
  socialImage: '/social.png',
  /** Portraits beside the sign-in forms, three of them. Ours, so that `?w=` gives a width. */
  doorPictures: [
    '/pictures/builtin/noor-avatar.webp',
    '/pictures/builtin/akari-avatar.webp',
    '/pictures/builtin/ilario-avatar.webp',
  ],
} as const
