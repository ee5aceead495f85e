import env, { appUrl } from './env.ts'

/** Share pages of characters and the sitemap. They need no account. */
const publicPages = {
  isOn: env.get('PUBLIC_PAGES') === 'on',
  /** The start of absolute addresses, or null if the public address isn't configured. */
  origin: env.get('APP_URL') === undefined ? null : appUrl,
  /** After this time a page is sent without a rendered screen. Tests may run on a busy machine. */
  renderTimeoutMs: env.get('NODE_ENV') === 'test' ? 30_000 : 300,
}

export default publicPages
