import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Gallery, type Viewer } from '#modules/gallery/index'
import type { CharacterVoice, VoiceChoice } from '../api.ts'

/** The voices of characters: the owner's choice for all readers, and the readers' own. */
@inject()
export class CharacterVoices {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery
  ) {}

  /** Null for a character that the viewer doesn't see. */
  async find(characterId: string, viewer: Viewer): Promise<CharacterVoice | null> {
    const view = await this.gallery.find(characterId, viewer)
    if (!view) return null
    const { rows } = await this.db.rawQuery<{ rows: [{ owners: VoiceChoice | null; own: VoiceChoice | null }] }>(
      `SELECT
         (SELECT json_build_object('voice', voice, 'narrator', narrator) FROM character_voices
          WHERE character_id = :characterId::uuid) AS owners,
         (SELECT json_build_object('voice', voice, 'narrator', narrator) FROM reader_voices
          WHERE user_id = :userId::uuid AND character_id = :characterId::uuid) AS own`,
      { characterId, userId: viewer.id }
    )
    const { owners, own } = rows[0]
    const isOwner = view.character.createdBy === viewer.id
    return { owners: view.kind === 'visible' ? owners : null, own, isOwner }
  }

  /** Saves the viewer's own choice. Null removes it. Returns false for a character that the viewer doesn't see. */
  async choose(characterId: string, viewer: Viewer, choice: VoiceChoice | null): Promise<boolean> {
    if (!(await this.gallery.find(characterId, viewer))) return false
    if (choice === null)
      await this.db.rawQuery('DELETE FROM reader_voices WHERE user_id = ?::uuid AND character_id = ?::uuid', [
        viewer.id,
        characterId,
      ])
    else
      await this.db.rawQuery(
        `INSERT INTO reader_voices (user_id, character_id, voice, narrator)
         VALUES (:userId::uuid, :characterId::uuid, :voice, :narrator)
         ON CONFLICT (user_id, character_id) DO UPDATE
         SET voice = excluded.voice, narrator = excluded.narrator, changed_at = clock_timestamp()`,
        { userId: viewer.id, characterId, ...choice } as never
      )
    return true
  }

  /** Saves the owner's choice. Null removes it. */
  async chooseForAll(
    characterId: string,
    viewer: Viewer,
    choice: VoiceChoice | null
  ): Promise<'saved' | 'unknown' | 'not_yours'> {
    const view = await this.gallery.find(characterId, viewer)
    if (!view) return 'unknown'
    if (view.character.createdBy !== viewer.id) return 'not_yours'
    if (choice === null)
      await this.db.rawQuery('DELETE FROM character_voices WHERE character_id = ?::uuid', [characterId])
    else
      await this.db.rawQuery(
        `INSERT INTO character_voices (character_id, owner_id, voice, narrator)
         VALUES (:characterId::uuid, :userId::uuid, :voice, :narrator)
         ON CONFLICT (character_id) DO UPDATE
         SET owner_id = excluded.owner_id, voice = excluded.voice, narrator = excluded.narrator, changed_at = clock_timestamp()`,
        { userId: viewer.id, characterId, ...choice } as never
      )
    return 'saved'
  }

  /** Removes the choices for characters that are gone. Idempotent. */
  async forgetCharacters(characterIds: readonly string[], trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery('DELETE FROM character_voices WHERE character_id = ANY (?::uuid[])', [[...characterIds]])
    await trx.rawQuery(
      `-- all users: the characters are gone for every reader
       DELETE FROM reader_voices WHERE character_id = ANY (?::uuid[])`,
      [[...characterIds]]
    )
  }

  /** Removes what an account chose. Its kept audio is removed with the files, by the next run of `PruneSpeech`. Idempotent. */
  async forgetUser(userId: string, trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery('DELETE FROM character_voices WHERE owner_id = ?::uuid', [userId])
    await trx.rawQuery('DELETE FROM reader_voices WHERE user_id = ?::uuid', [userId])
    await trx.rawQuery('DELETE FROM speech_turns WHERE user_id = ?::uuid', [userId])
    await trx.rawQuery(`UPDATE kept_speech SET used_at = '-infinity' WHERE user_id = ?::uuid`, [userId])
  }
}
