import { defineConfig } from '@adonisjs/shield'
import { appUrl } from './env.ts'

/**
 * The policy of every page, the same for all: without a nonce, so that the web app's page stays one static file. Styles may be
 * inline because Radix positions its layers that way; scripts may not. Sent by our own middleware, because shield's makes a nonce
 * and prepares a template for it at every request.
 */
export const contentSecurityPolicy = Object.entries({
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', 'https:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
})
  .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  .join(';')

/**
 * No token against forged requests: the cross-site check looks at Sec-Fetch-Site and Origin instead, so that every client of
 * the contract works.
 */
export default defineConfig({
  csrf: { enabled: false },
  csp: { enabled: false },
  xFrame: { enabled: true, action: 'DENY' },
  hsts: appUrl.startsWith('https:') ? { enabled: true, maxAge: '365 days' } : { enabled: false },
  contentTypeSniffing: { enabled: true },
})
