import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { AuditLog, userSubject } from '#modules/admin/index'
import { isId } from '#modules/kernel/ids'
import { fail, type Result } from '#modules/kernel/result'
import { codePoints } from '#modules/kernel/text'
import { tokenLimits, type ApiToken, type CreatedApiToken, type NewApiToken } from '../api.ts'
import { AccessTokens } from './access_tokens.ts'

/** The operator's acts on the tokens of users. Changes are recorded in the audit log, in the same transaction. */
@inject()
export class OperatorTokens {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly tokens: AccessTokens,
    private readonly log: AuditLog
  ) {}

  /** Null for an unknown user. */
  async list(email: string): Promise<ApiToken[] | null> {
    const user = await this.#find(email)
    return user && this.tokens.list(user.id)
  }

  async create(
    email: string,
    token: NewApiToken
  ): Promise<Result<CreatedApiToken, 'unknown_user' | 'invalid_name' | 'too_many_tokens'>> {
    const user = await this.#find(email)
    if (!user) return fail('unknown_user')
    const name = token.name.trim()
    if (name === '' || codePoints(name) > tokenLimits.nameMax) return fail('invalid_name')
    return this.tokens.create(user.id, { ...token, name }, ({ scopes, expiresAt }, trx) =>
      this.log.record(
        {
          actorId: null,
          kind: 'token_created',
          subject: userSubject(user),
          before: null,
          after: { name, scopes, expiresAt },
        },
        trx
      )
    )
  }

  async revoke(email: string, id: string): Promise<'revoked' | 'unknown_user' | 'no_such_token'> {
    const user = await this.#find(email)
    if (!user) return 'unknown_user'
    if (!isId(id)) return 'no_such_token'
    return this.db.transaction(async (trx) => {
      if (!(await this.tokens.revoke(user.id, id, trx))) return 'no_such_token'
      const act = {
        actorId: null,
        kind: 'token_revoked',
        subject: userSubject(user),
        before: { id },
        after: null,
      } as const
      await this.log.record(act, trx)
      return 'revoked'
    })
  }

  async #find(email: string) {
    const found = await this.accounts.findByEmail(email)
    return found && this.accounts.person(found.id)
  }
}
