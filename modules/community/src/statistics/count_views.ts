import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { CharacterViews } from '#modules/gallery/index'
import { nilUuid } from '#modules/kernel/ids'
import { statement } from '#modules/kernel/sql'
import { Timers } from '#plugins/contract/timers'

/** Doesn't wait for the disk: a server that crashes may lose a view. Deleted accounts have no names, so they leave no row behind. */
const add = statement<never>(
  'community_add_view',
  `WITH added AS (
     INSERT INTO waiting_activity (user_id, character_id, kind, part, chat_session_id, day)
     SELECT $1::uuid, $2::uuid, 'view', $3::integer, '${nilUuid}', $4::date FROM accounts_public_names($1::uuid)
     ON CONFLICT (user_id, character_id, kind, part, chat_session_id, day) DO NOTHING
   )
   SELECT set_config('synchronous_commit', 'off', true)`
)

@inject()
export class CountViews extends CharacterViews {
  readonly #db: Database
  readonly #timers: Timers
  readonly #logger: Pick<Logger, 'warn'>

  constructor(db: Database, timers: Timers, logger: Logger) {
    super()
    this.#db = db
    this.#timers = timers
    this.#logger = logger
  }

  /** Never rejects: the page is more important than its number. */
  async count({ characterId, version, readerId }: { characterId: string; version: number; readerId: string }) {
    const day = new Date(this.#timers.now()).toISOString().slice(0, 10)
    try {
      await add(this.#db.connection(), [readerId, characterId, version, day])
    } catch (error) {
      this.#logger.warn({ err: error, characterId }, 'a view of a character could not be counted')
    }
  }
}
