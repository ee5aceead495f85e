import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/problem'

/** The maximum nesting depth. It is more than any call needs, and far from a stack overflow. */
const levelsMax = 50

/** The path of a character, whose body is larger than others because it contains greetings. */
const characterPath = /^\/api\/characters\/[^/]+$/

type Settings = ConstructorParameters<typeof BodyParserMiddleware>

/**
 * Parses request bodies, except bodies that controllers read themselves. Webhook signatures cover the raw bytes, and imports are too large
 * to read before authentication.
 */
export default class BodyMiddleware extends BodyParserMiddleware {
  readonly #characters: BodyParserMiddleware

  /** `characterBytesMax` is the limit for edited characters. */
  constructor(config: Settings[0], flags: Settings[1], characterBytesMax: number) {
    super(config, flags)
    this.#characters = new BodyParserMiddleware(
      { ...config, json: { ...config.json, limit: characterBytesMax } },
      flags
    )
  }

  override async handle(ctx: HttpContext, next: NextFn) {
    const path = ctx.request.url()
    const readsItself = path.startsWith('/api/webhooks/') || path === '/api/admin/import-characters'
    if (readsItself) return next()
    const isLarge = await isLargeEdit(ctx)
    // The client may have disconnected while its session was read. The parser would report that as a server error.
    if (ctx.request.request.destroyed) return problem(ctx, 400, 'malformed', 'The request was interrupted.')
    let isRead = false
    try {
      const proceed = () => {
        isRead = true
        return isTooDeep(ctx.request.body()) ? refuseTooDeep(ctx) : next()
      }
      return await (isLarge ? this.#characters.handle(ctx, proceed) : super.handle(ctx, proceed))
    } catch (error) {
      // The parser copies recursively and overflows the stack at about ten thousand levels.
      if (!isRead && error instanceof RangeError) return refuseTooDeep(ctx)
      throw error
    }
  }
}

/** Only signed-in users may send larger bodies. */
const isLargeEdit = async ({ request, auth }: HttpContext): Promise<boolean> =>
  request.method() === 'PUT' && characterPath.test(request.url()) && (await auth.check())

const refuseTooDeep = (ctx: HttpContext) =>
  problem(ctx, 400, 'malformed', `The body is nested too deeply: at most ${levelsMax} levels are allowed.`)

const isTooDeep = (body: unknown): boolean => {
  let level = isContainer(body) ? [body] : []
  for (let levels = 0; levels < levelsMax; levels++) {
    level = level.flatMap((container) => Object.values(container).filter(isContainer))
    if (level.length === 0) return false
  }
  return true
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
