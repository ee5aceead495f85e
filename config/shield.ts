import { defineConfig } from '@adonisjs/shield'
import { appUrl } from './env.ts'

/**
 * No token against forged requests: the cross-site check looks at Sec-Fetch-Site and Origin instead, so that every client of
 * the contract works. Styles may be inline because Radix positions its layers that way; scripts may not.
 */
export default defineConfig({
  csrf: { enabled: false },
  csp: {
    enabled: true,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    reportOnly: false,
  },
  xFrame: { enabled: true, action: 'DENY' },
  hsts: appUrl.startsWith('https:') ? { enabled: true, maxAge: '365 days' } : { enabled: false },
  contentTypeSniffing: { enabled: true },
})
