import type { SessionTimes } from '#modules/accounts/index'
import env from './env.ts'

const sessions: SessionTimes = {
  /** A session ends after this time without use. */
  idleDays: 30,
  /** Every session ends after this time, even if it is in use. */
  longestDays: env.get('SESSION_DAYS_MAX'),
}

export default sessions
