import env from './env.ts'

/** How long deleted data stays in the database, hidden, so that an operator can restore it. */
export default { deletedDays: env.get('PURGE_AFTER_DAYS') }
