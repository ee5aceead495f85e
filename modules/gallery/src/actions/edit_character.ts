import type { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { Viewer } from '../../index.ts'
import { checkEditedCharacter, rulesAt, type CharacterProblem, type ContentRules } from '../domain/character_rules.ts'
import { toDraft, toRow } from '../domain/draft_rows.ts'
import { withMark } from '../marks/mark_address.ts'
import { ownCharacter, type NotOwned } from './own_character.ts'

export type EditRefusal = NotOwned | { kind: 'invalid'; problems: CharacterProblem[] }

/** Changes the given fields. A row lock serializes concurrent edits. */
export class EditCharacter {
  constructor(
    private readonly db: Database,
    private readonly rules: ContentRules
  ) {}

  run(id: string, sent: unknown, viewer: Viewer, requestHost?: string | null): Promise<Result<null, EditRefusal>> {
    return this.db.transaction(async (trx) => {
      const owned = await ownCharacter(trx, id, viewer)
      if (!owned.ok) return owned
      const checked = checkEditedCharacter(rulesAt(this.rules, requestHost), sent, toDraft(owned.value))
      if (!checked.ok) return fail({ kind: 'invalid' as const, problems: checked.failure })
      // Setting a column to the same value would still update its indexes and run the tag trigger.
      const changed = Object.entries(toRow(withMark(checked.value))).filter(
        ([column, value]) => JSON.stringify(value) !== JSON.stringify(owned.value[column as keyof typeof owned.value])
      )
      if (changed.length > 0)
        await trx
          .query()
          .from('characters')
          .where('id', id)
          .update({ ...Object.fromEntries(changed), updated_at: trx.raw('now()') })
      return ok(null)
    })
  }
}
