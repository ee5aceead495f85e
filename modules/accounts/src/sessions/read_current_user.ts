import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { AgeSettings, isAdultBlocked } from '../age/adult_access.ts'
import { CurrentUsers } from '../../index.ts'
import { SessionStore } from './session_store.ts'

@inject()
export class ReadCurrentUser extends CurrentUsers {
  constructor(
    private readonly store: SessionStore,
    private readonly age: AgeSettings
  ) {
    super()
  }

  async find(userId: string, ctx: Pick<HttpContext, 'request'> | null) {
    const found = await this.store.findUser(userId)
    if (!found || ctx === null || !isAdultBlocked(this.age, ctx)) return found
    return { ...found, user: { ...found.user, limitlessEnabled: false } }
  }
}
