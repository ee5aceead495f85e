import router from '@adonisjs/core/services/router'
import { methodOf, patternOf, type Call } from './calls.ts'
import { uuidPattern } from './path_segment.ts'

type Controller = abstract new (...args: any[]) => any

/** A route parameter that is a UUID. The framework's own matcher also accepts letters that aren't hex digits. */
const uuidParam = {
  match: uuidPattern,
  cast: (id: string) => id.toLowerCase(),
}

/** Registers the route of a call. `apps/server/src/access.ts` says who may send it. */
export function serve<Of extends Controller>(
  call: Call<any, any>,
  [controller, action]: [controller: () => Promise<{ default: Of }>, action?: keyof InstanceType<Of> & string]
): void {
  const methods = call.startsWith('GET ') ? ['GET', 'HEAD'] : [methodOf(call)]
  const route = router.route(patternOf(call), methods, [controller as any, action ?? 'handle'])
  for (const [, name] of call.matchAll(/:(id|\w+Id)\b/g)) route.where(name!, uuidParam)
}
