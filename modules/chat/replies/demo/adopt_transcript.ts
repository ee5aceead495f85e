import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { earliestIdAt, newId } from '#modules/kernel/ids'
import { queryUnprepared } from '#modules/kernel/sql'
import { limits } from '../../limits.ts'
import type { AdoptedDemo } from '../api.ts'
import { DemoSettings } from './demo_limits.ts'
import { repliesIn, Transcripts } from './transcripts.ts'

const validMs = limits.demoHours * 60 * 60_000
/** How long adoptions are kept. They are no longer needed when their transcripts have expired. */
const keptDays = 2

export type AdoptOutcome =
  | { kind: 'adopted'; chat: AdoptedDemo }
  | { kind: 'invalid_transcript' }
  /** The account is older than any transcript that is still valid. */
  | { kind: 'known_account' }
  | { kind: 'no_such_character' }
  /** Another account adopted the transcript, or the chat was deleted. */
  | { kind: 'taken' }

interface AdoptTranscriptDeps {
  db: Database
  gallery: Gallery
  transcripts: Transcripts
  /** The tier that wrote the answers. */
  tier: string
  timers: Timers
}

/**
 * Turns a transcript into a chat of a new account, free of charge. The chat has no reply and no hold, so neither the ledger nor the
 * statistics of replies include it. A transcript can be adopted only once. The same user gets the same chat again.
 */
@inject()
export class AdoptTranscript {
  readonly #deps: AdoptTranscriptDeps

  constructor(db: Database, gallery: Gallery, transcripts: Transcripts, { tier }: DemoSettings, timers: Timers) {
    this.#deps = { db, gallery, transcripts, tier, timers }
  }

  async run(user: CurrentUser, text: string): Promise<AdoptOutcome> {
    const { db, gallery, transcripts, tier, timers } = this.#deps
    const transcript = transcripts.read(text)
    if (!transcript || repliesIn(transcript) === 0) return { kind: 'invalid_transcript' }
    // The id of an account begins with the time at which the account was opened.
    if (user.id < earliestIdAt(timers.now() - validMs)) return { kind: 'known_account' }
    const { id, characterId, messages } = transcript
    const view = await gallery.find(characterId, user)
    if (view?.kind !== 'visible') return { kind: 'no_such_character' }
    const saved = await queryUnprepared<{ id: string }>(db.connection(), saveChat, [
      id,
      newId(),
      user.id,
      characterId,
      JSON.stringify(
        messages.map((message, index) => ({
          ...message,
          id: newId(),
          // No model wrote the character's first message.
          tier: message.isUser || index === 0 ? null : tier,
        }))
      ),
      view.version.number,
    ])
    const [session] =
      saved.length > 0 ? saved : await queryUnprepared<{ id: string }>(db.connection(), findChat, [id, user.id])
    return session ? { kind: 'adopted', chat: { characterId, sessionId: session.id } } : { kind: 'taken' }
  }

  async purge(): Promise<void> {
    await this.#deps.db.rawQuery(
      'DELETE FROM demo_adoptions WHERE adopted_at < now() - make_interval(days => ?::int)',
      [keptDays]
    )
  }
}

/** Saves the chat. Returns no row if the transcript was already adopted. A concurrent duplicate waits until the first request commits. */
const saveChat = `
  WITH adoption AS (
    INSERT INTO demo_adoptions (transcript_id, user_id, chat_session_id) VALUES ($1, $3, $2)
    ON CONFLICT (transcript_id) DO NOTHING RETURNING chat_session_id
  ), message AS (
    SELECT * FROM ROWS FROM (
      json_to_recordset($5::json)
        AS (id uuid, content text, "isUser" boolean, state text, "isCut" boolean, tier text, "createdAt" timestamptz)
    ) WITH ORDINALITY AS said (id, content, is_user, state, is_cut, tier, created_at, position)
  ), session AS (
    INSERT INTO chat_sessions (user_id, id, character_id, character_version, next_position, messages_written, last_message_at)
    SELECT $3, chat_session_id, $4, $6::integer, (SELECT count(*) FROM message), (SELECT count(*) FROM message WHERE is_user),
      (SELECT max(created_at) FROM message)
    FROM adoption RETURNING id
  ), saved AS (
    INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, state, is_cut, tier, created_at)
    SELECT $3::uuid, message.id, session.id, position, CASE WHEN is_user THEN $3::uuid END, content, state, coalesce(is_cut, false),
      tier, created_at
    FROM session, message
  )
  SELECT id FROM session`

const findChat = `
  SELECT s.id FROM demo_adoptions a JOIN chat_sessions s ON s.user_id = a.user_id AND s.id = a.chat_session_id
  WHERE a.transcript_id = $1 AND a.user_id = $2 AND s.deleted_at IS NULL`
