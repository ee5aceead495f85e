import { appUrl } from './env.ts'

/** One policy for all pages, without a nonce. Inline styles are allowed because Radix positions its layers with them. */
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

const yearInSeconds = 365 * 24 * 60 * 60

/**
 * Sent with every response. CSRF is prevented by the cross-site check of Sec-Fetch-Site and Origin, not by tokens. HSTS covers only this
 * host, because its subdomains may belong to others.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  ...(appUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${yearInSeconds}` } : {}),
}
