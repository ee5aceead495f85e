import type { GuardConfigProvider } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { AgeSettings } from '../age/adult_access.ts'
import type { SessionGuard } from './session_guard.ts'
import type { SessionTimes } from './session_store.ts'

/** The guard for `config/auth.ts`. Loads its code at the first request. */
export const sessionGuard: GuardConfigProvider<(ctx: HttpContext) => SessionGuard> = {
  async resolver(_name, app) {
    const { SessionGuard } = await import('./session_guard.ts')
    const { isAdultBlocked } = await import('../age/adult_access.ts')
    const { SessionStore } = await import('./session_store.ts')
    const store = await app.container.make(SessionStore)
    const secure = app.config.get<boolean>('app.http.cookie.secure')
    const { idleDays: days } = app.config.get<SessionTimes>('sessions')
    const age = app.config.get<AgeSettings>('age')
    return (ctx) => new SessionGuard(ctx, store, { secure, days, isAdultBlocked: isAdultBlocked(age, ctx) })
  },
}
