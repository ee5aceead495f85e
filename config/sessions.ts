import type { SessionTimes } from '#modules/accounts/index'
import env from './env.ts'

const sessions: SessionTimes = {
  /** An unused session ends after this. */
  idleDays: 30,
  /** Any session ends after this. */
  longestDays: env.get('SESSION_DAYS_MAX'),
}

export default sessions
