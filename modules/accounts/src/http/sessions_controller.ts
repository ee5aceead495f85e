import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import type { ListedSession } from '../../api.ts'
import { SessionStore } from '../sessions/session_store.ts'
import { refuse } from './refusals.ts'
import { logSignOut } from './sign_in_log.ts'

@inject()
export default class SessionsController {
  constructor(private readonly sessions: SessionStore) {}

  async list({ auth }: HttpContext): Promise<ListedSession[]> {
    const open = await this.sessions.list(auth.getUserOrFail().id, auth.use('web').token)
    return open.map(({ createdAt, lastUsedAt, expiresAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }))
  }

  /** Another user's session is reported as missing. */
  async end(ctx: HttpContext) {
    const id: unknown = ctx.params.session
    const userId = ctx.auth.getUserOrFail().id
    if (!isId(id) || !(await this.sessions.endOne(userId, id))) return refuse(ctx, 'no_such_session')
    logSignOut(ctx, { which: 'another', userId })
    return { message: 'Signed out there.' }
  }

  async endOthers(ctx: HttpContext) {
    const { id } = ctx.auth.getUserOrFail()
    await this.sessions.endAll(id, { except: ctx.auth.use('web').token })
    logSignOut(ctx, { which: 'others', userId: id })
    return { message: 'All other sessions have ended.' }
  }
}
