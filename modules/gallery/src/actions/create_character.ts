import type { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import type { RateLimit } from '#modules/kernel/rate_limit'
import { fail, ok, type Result } from '#modules/kernel/result'
import { checkNewCharacter, rulesAt, type CharacterProblem, type ContentRules } from '../domain/character_rules.ts'
import { toRow } from '../domain/draft_rows.ts'

export type CreateRefusal =
  { kind: 'invalid'; problems: CharacterProblem[] } | { kind: 'too_many'; retryAfterSeconds: number }

/** Creates a character, or returns all problems of the input. Only valid input counts against the rate limit. */
export class CreateCharacter {
  constructor(
    private readonly db: Database,
    private readonly rules: ContentRules,
    private readonly rateLimit: Pick<RateLimit, 'count'>
  ) {}

  async run(
    ownerId: string,
    sent: unknown,
    requestHost?: string | null
  ): Promise<Result<{ id: string }, CreateRefusal>> {
    const checked = checkNewCharacter(rulesAt(this.rules, requestHost), sent)
    if (!checked.ok) return fail({ kind: 'invalid', problems: checked.failure })
    const retryAfterSeconds = await this.rateLimit.count(ownerId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    const id = newId()
    await this.db.table('characters').insert({ id, created_by: ownerId, ...toRow(checked.value) })
    return ok({ id })
  }
}
