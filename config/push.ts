/** Push messages to browsers. Push services learn the server's key, and an address for questions. */
import { isServerKey, type PushSettings } from '#modules/notices/index'
import env, { appUrl, refuse } from './env.ts'

const privateKey = env.get('VAPID_PRIVATE_KEY') || null
if (privateKey !== null && !isServerKey(privateKey))
  refuse(['VAPID_PRIVATE_KEY must be a private key on P-256: 32 bytes in base64url'])

const mailFrom = env.get('MAIL_FROM')

export default { privateKey, contact: mailFrom ? `mailto:${mailFrom}` : appUrl } satisfies PushSettings
