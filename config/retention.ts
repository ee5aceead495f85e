import env from './env.ts'

export default {
  /** How long deleted data stays in the database, hidden, so that an operator can restore it. */
  deletedDays: env.get('PURGE_AFTER_DAYS'),
  /** How long the prompts of answers are kept. With 0, they aren't kept. */
  promptDays: env.get('PROMPTS_KEPT_DAYS'),
}
