import type { Database } from '@adonisjs/lucid/database'
import type { CharacterView, Viewer } from '../../index.ts'
import { gateCharacter, isGated, mayKnow } from '../domain/sight.ts'
import { toCharacter, type CharacterRow } from './rows.ts'

/** Characters by id, whole, as the viewer may see them. Those the viewer may not know of are missing. */
export class FindCharactersQuery {
  constructor(private readonly db: Database) {}

  async run(ids: readonly string[], viewer: Viewer | null): Promise<Map<string, CharacterView>> {
    if (ids.length === 0) return new Map()
    const { rows } = await this.db.rawQuery<{ rows: CharacterRow[] }>(
      `SELECT characters.id, name, description, avatar, background, category, tags, is_nsfw, is_public, created_by,
              characters.created_at, backstory, personality, first_message, greeting, scenario,
              counters.likes, counters.messages, likes.user_id IS NOT NULL AS liked
       FROM characters
       JOIN character_counters AS counters ON counters.character_id = characters.id
       LEFT JOIN character_likes AS likes ON likes.character_id = characters.id AND likes.user_id = ?::uuid
       WHERE characters.id = ANY (?::uuid[]) AND deleted_at IS NULL`,
      [viewer?.id ?? null, ids]
    )
    const known = rows.map(toCharacter).filter((character) => mayKnow(character, viewer))
    return new Map(
      known.map((character) => [
        character.id,
        { kind: isGated(character, viewer) ? 'adult_gate' : 'visible', character: gateCharacter(character, viewer) },
      ])
    )
  }
}
