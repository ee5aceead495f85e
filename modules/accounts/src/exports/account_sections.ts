import type { Database } from '@adonisjs/lucid/database'
import { nilUuid } from '#modules/kernel/ids'
import { personaJson } from '../personas/persona_columns.ts'
import { invitationColumns } from '../sign_up/invitation_view.ts'
import type { ExportSections } from './export_sections.ts'
import { eachRow, jsonList } from './json_list.ts'

/** Adds the account without its password hash, the linked providers, sessions and invitations without tokens, and a note on kept data. */
export const addAccountSections = (sections: ExportSections, db: Database) => {
  sections.add('account', async function* ({ id }) {
    const { rows } = await db.rawQuery<{ rows: unknown[] }>(
      `SELECT id, email, email_verified_at AS "emailVerifiedAt", username, first_name AS "firstName", last_name AS "lastName",
         profile_image_url AS "profileImageUrl", role, password_hash IS NOT NULL AS "hasPassword",
         second_factor_since AS "secondFactorSince",
         age_stated_at AS "ageStatedAt", age_method AS "ageMethod",
         created_at AS "createdAt", limitless_enabled AS "limitlessEnabled", sampling, reading,
         picture_hosts AS "pictureHosts",
         (SELECT coalesce(json_agg(username_key ORDER BY released_at), '[]') FROM former_usernames WHERE user_id = users.id) AS "formerUsernames",
         asks_before_new_models AS "asksBeforeNewModels",
         ${personaJson('users')} AS persona,
         (SELECT coalesce(json_agg(${personaJson('own')} ORDER BY personas.id), '[]')
          FROM personas WHERE user_id = users.id) AS "otherPersonas"
       FROM users WHERE id = ?::uuid`,
      [id]
    )
    yield JSON.stringify(rows[0] ?? null)
  })
  sections.add('signInProviders', ({ id }) =>
    jsonList(
      eachRow(100, (last: { issuer: string } | null, limit) =>
        rowsOf(
          db,
          `SELECT issuer, subject, created_at AS "linkedAt" FROM user_identities
           WHERE user_id = ?::uuid AND issuer > ? ORDER BY issuer LIMIT ?::int`,
          [id, last?.issuer ?? '', limit]
        )
      )
    )
  )
  sections.add('sessions', ({ id }) => jsonList(sessionsOf(db, id)))
  sections.add('invitations', ({ id }) =>
    jsonList(
      eachRow(500, async (last: { id: string } | null, limit) =>
        rowsOf<{ id: string }>(
          db,
          `SELECT ${invitationColumns} FROM invitations i
           WHERE i.inviter_id = ?::uuid AND i.id > ?::uuid ORDER BY i.id LIMIT ?::int`,
          [id, last?.id ?? nilUuid, limit]
        )
      )
    )
  )
  sections.add('agreements', ({ id }) =>
    jsonList(
      eachRow(500, (last: { page: string; version: number } | null, limit) =>
        rowsOf(
          db,
          `SELECT page, version, agreed_at AS "agreedAt" FROM agreements
           WHERE user_id = ?::uuid AND (page, version) > (?, ?::int) ORDER BY page, version LIMIT ?::int`,
          [id, last?.page ?? '', last?.version ?? 0, limit]
        )
      )
    )
  )
  sections.add('keptAfterDeletion', async function* () {
    yield JSON.stringify(keptAfterDeletion)
  })
}

/** The data that decision 20 keeps, explained to the account's owner. */
const keptAfterDeletion = [
  'A keyed hash of your e-mail address, for a year: the welcome rubies are granted once per address. An address that you gave up for another one is kept the same way.',
  'Your purchases and ruby transactions, under a number instead of your name.',
  'Messages that others wrote with your public characters, in their chats.',
  'Published numbers about the readers of characters, each about five people or more, without names.',
]

/** Pages by offset, because several sessions may share a creation time. The list is short, so it rarely changes between pages. */
const sessionsOf = (db: Database, userId: string) => {
  let seen = 0
  return eachRow<unknown>(500, async (_, limit) => {
    const rows = await rowsOf<unknown>(
      db,
      `SELECT created_at AS "createdAt", touched_at AS "lastUsedAt", expires_at AS "expiresAt" FROM auth_sessions
       WHERE user_id = ?::uuid ORDER BY created_at, token_hash LIMIT ?::int OFFSET ?::int`,
      [userId, limit, seen]
    )
    seen += rows.length
    return rows
  })
}

const rowsOf = async <Row>(db: Database, sql: string, values: (string | number)[]): Promise<Row[]> =>
  (await db.rawQuery<{ rows: Row[] }>(sql, values)).rows
