import type { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import { ok, type Result } from '#modules/kernel/result'
import { checkNewCharacter, type CharacterProblem, type ContentRules } from '../domain/character_rules.ts'
import { toRow } from '../domain/draft_rows.ts'

/** Makes a character of what somebody sent, or says everything that is wrong with it. */
export class CreateCharacter {
  constructor(
    private readonly db: Database,
    private readonly rules: ContentRules
  ) {}

  async run(ownerId: string, sent: unknown): Promise<Result<{ id: string }, CharacterProblem[]>> {
    const checked = checkNewCharacter(this.rules, sent)
    if (!checked.ok) return checked
    const id = newId()
    await this.db.table('characters').insert({ id, created_by: ownerId, ...toRow(checked.value) })
    return ok({ id })
  }
}
