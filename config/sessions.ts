import type { SessionTimes } from '#modules/accounts/index'
import env from './env.ts'

/** How long people stay signed in. */
const sessions: SessionTimes = {
  /** What is not used so long ends. */
  idleDays: 30,
  /** And so does what is used all the while. */
  longestDays: env.get('SESSION_DAYS_MAX'),
}

export default sessions
