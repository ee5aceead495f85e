import { isDeepStrictEqual } from 'node:util'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isAdminRole, mayActOn } from '#modules/accounts/api'
import { Accounts } from '#modules/accounts/index'
import { AdminCharacters, type AdminRefusal, type CharacterChange } from '#modules/gallery/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { AdminActKind, Json } from '../../api.ts'
import { AuditLog } from '../audit/audit_log.ts'
import type { Actor } from './actor.ts'

/** Admins' changes to any user's characters. Each change and its log entry are one transaction. */
@inject()
export class ActOnCharacters {
  constructor(
    private readonly db: Database,
    private readonly characters: AdminCharacters,
    private readonly accounts: Accounts,
    private readonly log: AuditLog
  ) {}

  /** `above_owner`: moderators delete only characters of people with lower roles. */
  delete(actor: Pick<Actor, 'id' | 'role'>, id: string): Promise<Result<null, { kind: 'unknown' | 'above_owner' }>> {
    return this.db.transaction(async (trx) => {
      const ownerId = isAdminRole(actor.role) ? null : await this.characters.owner(id, trx)
      const owner = ownerId === null ? null : await this.accounts.person(ownerId, trx)
      if (owner && !mayActOn(actor, owner)) return fail({ kind: 'above_owner' })
      const deleted = await this.characters.delete(id, trx)
      if (!deleted) return fail({ kind: 'unknown' })
      const change = { before: { ...deleted }, after: null }
      const subject = { type: 'character', id, name: deleted.name } as const
      await this.log.record({ actorId: actor.id, kind: 'character_deleted', subject, ...change }, trx)
      return ok(null)
    })
  }

  /** `prompt` is set for generated pictures. The address must not lead to another page of `requestHost`. */
  setPicture(
    actorId: string,
    id: string,
    imageUrl: unknown,
    { prompt, requestHost }: { prompt?: string; requestHost?: string | null } = {}
  ): Promise<Result<unknown, AdminRefusal>> {
    const kind = prompt === undefined ? 'character_image_changed' : 'character_image_generated'
    return this.#change(actorId, id, kind, (trx) => this.characters.setPicture(id, imageUrl, trx, requestHost), {
      prompt,
    })
  }

  setFirstMessage(actorId: string, id: string, firstMessage: unknown): Promise<Result<unknown, AdminRefusal>> {
    return this.#change(actorId, id, 'first_message_changed', (trx) =>
      this.characters.setFirstMessage(id, firstMessage, trx)
    )
  }

  setOnLanding(actorId: string, id: string, onLanding: boolean): Promise<Result<unknown, AdminRefusal>> {
    return this.#change(actorId, id, 'landing_changed', (trx) => this.characters.setOnLanding(id, onLanding, trx))
  }

  #change<Values extends object>(
    actorId: string,
    id: string,
    kind: AdminActKind,
    change: (trx: TransactionClientContract) => Promise<Result<CharacterChange<Values>, AdminRefusal>>,
    more: object = {}
  ) {
    return this.db.transaction(async (trx) => {
      const changed = await change(trx)
      if (!changed.ok) return changed
      const { name, before, after } = changed.value
      if (!isDeepStrictEqual(before, after)) {
        const values = { before: { ...before } as Json, after: { ...after, ...more } as Json }
        await this.log.record({ actorId, kind, subject: { type: 'character', id, name }, ...values }, trx)
      }
      return changed
    })
  }
}
