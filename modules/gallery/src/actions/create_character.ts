import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { OwnLorebooks, Storage, type StorageFull } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { CharacterLimit } from '../rate_limits.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import { checkNewCharacter, rulesAt, ContentRules, type CharacterProblem } from '../domain/character_rules.ts'
import { saveParts } from '../character_parts_table.ts'
import { hasParts, toPartsRow, toRow } from '../domain/draft_rows.ts'
import { findUnknownLorebooks } from '../own_lorebooks.ts'
import { PublicationGate, published, visibilityOf } from '../publication/publication_gate.ts'
import { Publications } from '../publication/publications.ts'

export type CreateRefusal =
  { kind: 'invalid'; problems: CharacterProblem[] } | { kind: 'too_many'; retryAfterSeconds: number } | StorageFull

/** Creates a character, or returns all problems of the input. Only valid input counts against the rate limit. */
@inject()
export class CreateCharacter {
  constructor(
    private readonly db: Database,
    private readonly rules: ContentRules,
    private readonly rateLimit: CharacterLimit,
    private readonly ownLorebooks: OwnLorebooks,
    private readonly storage: Storage,
    private readonly gate: PublicationGate,
    private readonly publications: Publications
  ) {}

  async run(
    ownerId: string,
    sent: unknown,
    requestHost?: string | null
  ): Promise<Result<{ id: string }, CreateRefusal>> {
    const checked = checkNewCharacter(rulesAt(this.rules, requestHost), sent)
    if (!checked.ok) return fail({ kind: 'invalid', problems: checked.failure })
    const { isPublic } = checked.value
    const judged = isPublic ? await this.gate.judgeCharacter(checked.value) : ok([])
    if (!judged.ok) return fail({ kind: 'invalid', problems: judged.failure })
    const unknown = await findUnknownLorebooks(this.ownLorebooks, ownerId, checked.value.lorebookIds)
    if (unknown) return fail({ kind: 'invalid', problems: [unknown] })
    const full = await this.storage.refusal(ownerId)
    if (full) return fail(full)
    const retryAfterSeconds = await this.rateLimit.count(ownerId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    const id = newId()
    const parts = toPartsRow(checked.value)
    await this.db.transaction(async (trx) => {
      const entry = isPublic
        ? await this.gate.enterCharacter({ id, ownerId, causes: judged.value, isNew: true }, trx)
        : published
      const row = { ...toRow(checked.value), ...visibilityOf(isPublic, entry) }
      await trx.table('characters').insert({ id, created_by: ownerId, ...row })
      if (hasParts(parts)) await saveParts(id, parts, trx)
      if (entry.state) await this.gate.record({ userId: ownerId, characterId: id }, entry, trx)
      else if (isPublic) await this.publications.announce(id, trx)
    })
    return ok({ id })
  }
}
