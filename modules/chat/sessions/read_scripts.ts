import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { RegexScript } from '#modules/gallery/api'
import type { CharacterSheet } from '#modules/gallery/index'
import type { ChatScripts } from './api.ts'

interface Row {
  scripts: RegexScript[] | null
  sheet: Pick<CharacterSheet, 'ownerId' | 'definitionPublic' | 'allowForks'>
  isOn: boolean
}

/** Reads the regex scripts of a chat. */
@inject()
export class ReadScripts {
  constructor(private readonly db: Database) {}

  /** Null if this user has no such chat, or may not see its character. A group has no scripts. */
  async run(user: CurrentUser, sessionId: string): Promise<ChatScripts | null> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT gallery_scripts(session.character_id, seen.version) AS scripts, seen.sheet, coalesce((
         SELECT runs_scripts FROM chat_settings WHERE user_id = session.user_id AND chat_session_id = session.id
       ), true) AS "isOn"
       FROM chat_sessions session
       CROSS JOIN LATERAL gallery_sheet(
         session.character_id, :userId::uuid, :isAdmin::boolean, :seesAdult::boolean, session.character_version
       ) seen
       WHERE session.user_id = :userId::uuid AND session.id = :sessionId::uuid AND session.deleted_at IS NULL
         AND seen.sight = 'visible'`,
      { userId: user.id, isAdmin: user.isAdmin, seesAdult: user.limitlessEnabled, sessionId } as never
    )
    const [row] = rows
    if (!row) return null
    const { ownerId, definitionPublic, allowForks } = row.sheet
    const canRead = ownerId === user.id || user.isAdmin || definitionPublic || allowForks
    const all = row.scripts ?? []
    const scripts = canRead ? all : all.filter(({ where }) => where !== 'prompt')
    return { isOn: row.isOn, count: all.length, canRead, scripts }
  }
}
