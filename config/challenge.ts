/** The proof of work of public forms. */
import { createHmac } from 'node:crypto'
import env, { appKey, appUrl } from './env.ts'
import { isPublicAddress } from './public_address.ts'

/** Browsers compute it only where the connection is secure. */
export const isChallengeOn = (setting: 'auto' | 'on' | 'off', url: string): boolean =>
  setting === 'on' || (setting === 'auto' && isPublicAddress(url) && url.startsWith('https:'))

export default {
  isOn: isChallengeOn(env.get('CHALLENGE'), appUrl),
  /** Signs challenges, which live for minutes, so APP_KEY_PREVIOUS isn't needed. */
  key: createHmac('sha256', appKey()).update('challenges').digest('hex'),
  /** Whether mail reaches people, so that a link can replace the proof of work in browsers without scripts. */
  hasMail: env.get('SMTP_URL') !== undefined,
}
