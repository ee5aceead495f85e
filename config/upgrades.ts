import env from './env.ts'

export default {
  /** Set by the launcher after it has made a backup of the embedded database. */
  hasBackup: env.get('FACET_HAS_BACKUP') === 'on',
}
