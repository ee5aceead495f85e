import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { RegexScript } from '#modules/gallery/api'
import type { CharacterSheet } from '#modules/gallery/index'
import { charNameOf } from '../prompts/index.ts'
import type { ChatScripts } from './api.ts'

interface Row {
  /** In a group, the character that the scripts belong to. */
  memberId: string | null
  scripts: RegexScript[] | null
  sheet: CharacterSheet
  isOn: boolean
}

/** Reads the regex scripts of a chat. */
@inject()
export class ReadScripts {
  constructor(private readonly db: Database) {}

  /** Null if this user has no such chat, or may not see any of its characters. */
  async run(user: CurrentUser, sessionId: string): Promise<ChatScripts | null> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT cast_of.member_id AS "memberId", gallery_scripts(cast_of.id, seen.version) AS scripts, seen.sheet, coalesce((
         SELECT runs_scripts FROM chat_settings WHERE user_id = session.user_id AND chat_session_id = session.id
       ), true) AS "isOn"
       FROM chat_sessions session
       CROSS JOIN LATERAL (
         SELECT session.character_id AS id, session.character_version AS version, NULL::uuid AS member_id, 0 AS position
         WHERE session.character_id IS NOT NULL
         UNION ALL
         SELECT character_id, character_version, character_id, position FROM chat_group_members
         WHERE user_id = session.user_id AND chat_session_id = session.id
       ) cast_of
       CROSS JOIN LATERAL gallery_sheet(
         cast_of.id, :userId::uuid, :isAdmin::boolean, :seesAdult::boolean, cast_of.version
       ) seen
       WHERE session.user_id = :userId::uuid AND session.id = :sessionId::uuid AND session.deleted_at IS NULL
         AND seen.sight = 'visible'
       ORDER BY cast_of.position`,
      { userId: user.id, isAdmin: user.isAdmin, seesAdult: user.limitlessEnabled, sessionId } as never
    )
    if (!rows[0]) return null
    const casts = rows.map(({ memberId, scripts, sheet }) => {
      const { ownerId, definitionPublic, allowForks } = sheet
      const canRead = ownerId === user.id || user.isAdmin || definitionPublic || allowForks
      const all = scripts ?? []
      const readable = canRead ? all : all.filter(({ where }) => where !== 'prompt')
      const ofMember = memberId === null ? {} : { characterId: memberId, char: charNameOf(sheet) }
      return { canRead, count: all.length, scripts: readable.map((script) => ({ ...script, ...ofMember })) }
    })
    return {
      isOn: rows[0].isOn,
      count: casts.reduce((sum, { count }) => sum + count, 0),
      canRead: casts.every(({ canRead, count }) => canRead || count === 0) && casts.some(({ canRead }) => canRead),
      scripts: casts.flatMap(({ scripts }) => scripts),
    }
  }
}
