import env from './env.ts'

export default {
  /** How long deleted data stays in the database, hidden, so that an operator can restore it. */
  deletedDays: env.get('PURGE_AFTER_DAYS'),
  /** How long it is kept what answers were told. 0: it isn't kept. */
  promptDays: env.get('PROMPTS_KEPT_DAYS'),
}
