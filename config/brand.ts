/** The product's name and look, defined only here. Imports nothing, so that the browser can use it. */
export const brand = {
  name: 'Facet',
  tagline: 'Characters worth talking to.',
  /** One sentence for search results and shared links. */
  description: 'Discover AI-powered characters, chat with unique personalities and create your own.',
  discordInvite: 'https://discord.gg/facet',
  /** The colors of the browser's toolbar: the background of each theme, and the accent. */
  themeColor: { dark: '#0f0c12', light: '#fbf9fb', accent: '#c81e4a' },
  /** The preview of a shared link, 1200 × 630. Drawn by `apps/web/brand/draw.mjs`. */
  socialImage: '/social.png',
  /** Three portraits beside the sign-in forms. Served by us, so that `?w=` sets the width. */
  signInPictures: [
    '/pictures/builtin/noor-avatar.webp',
    '/pictures/builtin/akari-avatar.webp',
    '/pictures/builtin/ilario-avatar.webp',
  ],
} as const
