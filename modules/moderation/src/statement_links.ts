import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { DisabledReasons } from '#modules/accounts/index'
import { isId } from '#modules/kernel/ids'
import { AppSettings } from '#modules/kernel/settings'
import { DecidedQuery } from './queries/decided_query.ts'

const purpose = 'statement of reasons'

/** Links to statements of reasons, for people who can't sign in. A link shows one statement, and lets its reader appeal. */
@inject()
export class StatementLinks extends DisabledReasons {
  constructor(
    private readonly encryption: Encryption,
    private readonly app: AppSettings,
    private readonly decided: DecidedQuery
  ) {
    super()
  }

  urlOf(decisionId: string): string {
    return `${this.app.appUrl}${this.pathOf(decisionId)}`
  }

  pathOf(decisionId: string): string {
    return `/statement/${encodeURIComponent(this.encryption.encrypt(decisionId, undefined, purpose))}`
  }

  /** Returns the id of the decision. Null for an invalid token. */
  read(token: string): string | null {
    const id = this.encryption.decrypt<string>(token, purpose)
    return isId(id) ? id : null
  }

  async find(userId: string) {
    const latest = await this.decided.latestDisabling(userId)
    return latest && { url: this.urlOf(latest.decision.id) }
  }
}
