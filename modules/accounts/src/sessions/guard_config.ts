import type { GuardConfigProvider } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { SessionGuard } from './session_guard.ts'
import type { SessionTimes } from './session_times.ts'

/** The guard, as `config/auth.ts` names it. Nothing of it is loaded before the first request. */
export const sessionGuard: GuardConfigProvider<(ctx: HttpContext) => SessionGuard> = {
  async resolver(_name, app) {
    const { SessionGuard } = await import('./session_guard.ts')
    const { SessionStore } = await import('./session_store.ts')
    const { Database } = await import('@adonisjs/lucid/database')
    const times = app.config.get<SessionTimes>('sessions')
    const store = new SessionStore(await app.container.make(Database), times)
    const secure = app.config.get<string>('app.appUrl').startsWith('https:')
    return (ctx) => new SessionGuard(ctx, store, { secure, days: times.idleDays })
  },
}
