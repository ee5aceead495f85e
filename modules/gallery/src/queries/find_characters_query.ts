import type { Database } from '@adonisjs/lucid/database'
import { statement } from '#modules/kernel/sql'
import type { CharacterView, Viewer } from '../../index.ts'
import { gateCharacter, isGated, canDiscover } from '../domain/sight.ts'
import { toCharacter, type CharacterRow } from './rows.ts'

const readCharacters = statement<CharacterRow>(
  'gallery_read_characters',
  `SELECT characters.id, name, description, avatar, background, category, tags, is_nsfw, is_public, created_by,
     characters.created_at, backstory, personality, first_message, greeting, scenario,
     counters.likes, counters.messages, likes.user_id IS NOT NULL AS liked
   FROM characters
   JOIN character_counters AS counters ON counters.character_id = characters.id
   LEFT JOIN character_likes AS likes ON likes.character_id = characters.id AND likes.user_id = $1::uuid
   WHERE characters.id = ANY ($2::uuid[]) AND deleted_at IS NULL`
)

/** Finds characters with full texts, gated for the viewer. Hidden ones are missing from the map. */
export class FindCharactersQuery {
  constructor(private readonly db: Database) {}

  async run(ids: readonly string[], viewer: Viewer | null): Promise<Map<string, CharacterView>> {
    if (ids.length === 0) return new Map()
    const rows = await readCharacters(this.db.connection(), [viewer?.id ?? null, ids])
    const known = rows.map(toCharacter).filter((character) => canDiscover(character, viewer))
    return new Map(
      known.map((character) => [
        character.id,
        { kind: isGated(character, viewer) ? 'adult_gate' : 'visible', character: gateCharacter(character, viewer) },
      ])
    )
  }
}
