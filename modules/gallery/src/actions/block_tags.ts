import type { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { isLonger, isStorable } from '#modules/kernel/text'
import { tidyTags } from '../domain/character_rules.ts'
import { mayFit } from '../domain/field_schemas.ts'
import { limits } from '../domain/limits.ts'

/** Reads and replaces a user's blocked tags. */
export class BlockTags {
  constructor(private readonly db: Database) {}

  async read(userId: string): Promise<string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { tags: string[] }[] }>(
      `SELECT tags FROM blocked_tags WHERE user_id = ?::uuid`,
      [userId]
    )
    return rows[0]?.tags ?? []
  }

  /** Returns the tags as saved: trimmed, and unique ignoring case. */
  async run(userId: string, sent: unknown): Promise<Result<string[], string>> {
    if (!Array.isArray(sent) || !sent.every((tag) => typeof tag === 'string' && isStorable(tag)))
      return fail('tags must be a list of texts.')
    if (sent.length > 10 * limits.blockedTagsMax) return fail(`You can block at most ${limits.blockedTagsMax} tags.`)
    if (!sent.every((tag) => mayFit(tag, limits.tagMax)))
      return fail(`A tag may have at most ${limits.tagMax} characters.`)
    const tags = tidyTags(sent)
    if (tags.length > limits.blockedTagsMax) return fail(`You can block at most ${limits.blockedTagsMax} tags.`)
    if (tags.some((tag) => isLonger(tag, limits.tagMax)))
      return fail(`A tag may have at most ${limits.tagMax} characters.`)
    await this.#save(userId, tags)
    return ok(tags)
  }

  async #save(userId: string, tags: string[]) {
    if (tags.length === 0) await this.db.rawQuery(`DELETE FROM blocked_tags WHERE user_id = ?::uuid`, [userId])
    else
      await this.db.rawQuery(
        `INSERT INTO blocked_tags (user_id, tags) VALUES (?::uuid, ?::text[])
         ON CONFLICT (user_id) DO UPDATE SET tags = excluded.tags`,
        [userId, tags]
      )
  }
}
