import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/problem'

/** The maximum nesting depth. It is more than any call needs, and far from a stack overflow. */
const levelsMax = 50

/** The path of a character, whose body is larger than others because it contains greetings. */
const characterPath = /^\/api\/characters\/[^/]+$/

/** The limits of visitors' bodies. Those of the demo contain a transcript; the others are forms. */
const visitorBytesMax = 16_384
const demoPath = '/api/demo/stream'
const demoBytesMax = 524_288

type Settings = ConstructorParameters<typeof BodyParserMiddleware>

/**
 * Parses request bodies, except bodies that controllers read themselves. Webhook signatures cover the raw bytes, and imports are too large
 * to read before authentication.
 */
export default class BodyMiddleware extends BodyParserMiddleware {
  readonly #characters: BodyParserMiddleware
  readonly #demo: BodyParserMiddleware
  readonly #visitors: BodyParserMiddleware

  /** `characterBytesMax` is the limit for edited characters. */
  constructor(config: Settings[0], flags: Settings[1], characterBytesMax: number) {
    super(config, flags)
    const withLimit = (limit: number) =>
      new BodyParserMiddleware({ ...config, json: { ...config.json, limit }, form: { ...config.form, limit } }, flags)
    this.#characters = withLimit(characterBytesMax)
    this.#demo = withLimit(demoBytesMax)
    this.#visitors = withLimit(visitorBytesMax)
  }

  override async handle(ctx: HttpContext, next: NextFn) {
    const path = ctx.request.url()
    const readsItself = path.startsWith('/api/webhooks/') || path === '/api/admin/import-characters'
    if (readsItself) return next()
    const hasNoBody = ctx.request.method() === 'GET' || ctx.request.method() === 'HEAD'
    const isSignedIn = hasNoBody || (await ctx.auth.check())
    // The client may have disconnected while its session was read. The parser would report that as a server error.
    if (ctx.request.request.destroyed) return problem(ctx, 400, 'malformed', 'The request was interrupted.')
    // Adonis copies the body for `request.original()`, which nothing uses. The copy takes several times as long as parsing.
    ctx.request.setInitialBody = (body) => ctx.request.updateBody(body)
    let isRead = false
    try {
      const proceed = () => {
        isRead = true
        return isTooDeep(ctx.request.body()) ? refuseTooDeep(ctx) : next()
      }
      if (!isSignedIn) return await (path === demoPath ? this.#demo : this.#visitors).handle(ctx, proceed)
      return await (isEdit(ctx) ? this.#characters.handle(ctx, proceed) : super.handle(ctx, proceed))
    } catch (error) {
      // The parser copies recursively and overflows the stack at about ten thousand levels.
      if (!isRead && error instanceof RangeError) return refuseTooDeep(ctx)
      throw error
    }
  }
}

const isEdit = ({ request }: HttpContext): boolean => request.method() === 'PUT' && characterPath.test(request.url())

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
