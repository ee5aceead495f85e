import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor } from '#modules/kernel/pages'
import type { NamedPerson, SignUpChange } from '../../api.ts'
import { SignUps, type InvitationChange } from '../../index.ts'
import { InvitationHook } from './create_invitation.ts'
import { invitationColumns, toInvitation, type ShownInvitation } from './invitation_view.ts'
import { SignUpRules } from './sign_up_rules.ts'
import { WaitingList } from './waiting_list.ts'

interface PageRequest {
  limit: number
  cursor?: string
}

type Row = ShownInvitation & { inviter: NamedPerson; guests: NamedPerson[] }

const person = (alias: string) =>
  `jsonb_build_object('id', ${alias}.id, 'name', concat_ws(' ', ${alias}.first_name, ${alias}.last_name), 'email', ${alias}.email)`

@inject()
export class DatabaseSignUps extends SignUps {
  readonly invitationChanged: Hook<InvitationChange>
  readonly #db: Database
  readonly #rules: SignUpRules
  readonly #waiting: WaitingList

  constructor(db: Database, rules: SignUpRules, hook: InvitationHook, waiting: WaitingList) {
    super()
    this.invitationChanged = hook.changed
    this.#db = db
    this.#rules = rules
    this.#waiting = waiting
  }

  async settings() {
    const { current: _, ...settings } = await this.#rules.read()
    return settings
  }

  change(settings: SignUpChange, trx: TransactionClientContract) {
    return this.#rules.change(settings, trx)
  }

  async invitations({ limit, cursor }: PageRequest) {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)?.[0]
    if (before !== null && !isId(before)) return null
    const { rows } = await this.#db.rawQuery<{ rows: Row[] }>(
      `SELECT ${invitationColumns}, ${person('inviter')} AS inviter,
         (SELECT coalesce(jsonb_agg(${person('guest')} ORDER BY guest.id), '[]')
          FROM invited_users JOIN users guest ON guest.id = user_id WHERE invitation_id = i.id) AS guests
       FROM invitations i JOIN users inviter ON inviter.id = i.inviter_id
       WHERE ?::uuid IS NULL OR i.id < ?::uuid ORDER BY i.id DESC LIMIT ?::int`,
      [before, before, limit + 1] as never
    )
    const page = rows.slice(0, limit)
    return {
      items: page.map(({ inviter, guests, ...row }) => ({ ...toInvitation(row), inviter, guests })),
      next: rows.length > limit ? encodeCursor([page.at(-1)!.id]) : null,
    }
  }

  waitingList(request: PageRequest) {
    return this.#waiting.list(request)
  }
}
