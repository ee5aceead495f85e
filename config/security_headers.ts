import { appUrl } from './env.ts'

/**
 * What a page from here may load and run, the same for all: without a nonce, so that the web app's page stays one static file. Styles
 * may be inline because Radix positions its layers that way; scripts may not.
 */
const contentSecurityPolicy = Object.entries({
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', 'https:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
})
  .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  .join(';')

const aYearInSeconds = 365 * 24 * 60 * 60

/**
 * Every answer bears these. There is no token against forged requests: the cross-site check looks at Sec-Fetch-Site and Origin instead,
 * so that every client of the contract works. HTTPS is demanded of this host alone: what else lives under its domain is not ours to say.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  ...(appUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${aYearInSeconds}` } : {}),
}
