import env from './env.ts'

/** How long what people deleted stays in the database, out of everybody's sight: until then an operator can bring it back. */
export default { deletedDays: env.get('PURGE_AFTER_DAYS') }
