import { appUrl } from './env.ts'

/** One policy for all pages, without a nonce. Inline styles are allowed because Radix positions its layers with them. */
const contentSecurityPolicy = Object.entries({
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', 'https:'],
  'font-src': ["'self'"],
  'media-src': ["'self'", 'blob:'],
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

/** The features of browsers that no page uses. Writing to the clipboard and sharing stay allowed, and so does the microphone, for dictation. */
const unusedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
const permissionsPolicy = ['microphone=(self)', ...unusedFeatures.map((name) => `${name}=()`)].join(', ')

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
  'Permissions-Policy': permissionsPolicy,
  ...(appUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${yearInSeconds}` } : {}),
}
