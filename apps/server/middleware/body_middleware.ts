import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/refusals'
import { isSigned } from '../src/is_signed.ts'

/** The maximum nesting depth. It is more than any call needs, and far from a stack overflow. */
const levelsMax = 50
/** The maximum number of values in a body. It is more than the largest character needs, and each value costs time after parsing. */
const valuesMax = 20_000

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
    const readsItself = isSigned(path) || path === '/api/admin/import-characters'
    if (readsItself) return next()
    const hasNoBody = ctx.request.method() === 'GET' || ctx.request.method() === 'HEAD'
    const isSignedIn = hasNoBody || (await ctx.auth.check())
    // The client may have disconnected while its session was read. The parser would report that as a server error.
    if (ctx.request.request.destroyed) return problem(ctx, 400, 'malformed', 'The request was interrupted.')
    // Adonis copies the body for `request.original()`, which nothing uses. The copy takes several times as long as parsing.
    let excess: Excess | null = null
    ctx.request.setInitialBody = (body) => {
      excess = excessOf(body)
      ctx.request.updateBody(excess === null ? body : {})
    }
    let isRead = false
    try {
      const proceed = () => {
        isRead = true
        return excess === null ? next() : refuse(ctx, excess)
      }
      if (!isSignedIn) return await (path === demoPath ? this.#demo : this.#visitors).handle(ctx, proceed)
      return await (isEdit(ctx) ? this.#characters.handle(ctx, proceed) : super.handle(ctx, proceed))
    } catch (error) {
      // The parser overflows the stack at some ten thousand levels.
      if (!isRead && error instanceof RangeError) return refuse(ctx, 'levels')
      throw error
    }
  }
}

const isEdit = ({ request }: HttpContext): boolean => request.method() === 'PUT' && characterPath.test(request.url())

type Excess = 'levels' | 'values'

const refuse = (ctx: HttpContext, excess: Excess) =>
  problem(
    ctx,
    400,
    'malformed',
    excess === 'levels'
      ? `The body is nested too deeply: at most ${levelsMax} levels are allowed.`
      : `The body has too many values: at most ${valuesMax.toLocaleString('en')} are allowed.`
  )

/** Returns which limit the body exceeds, or null. */
const excessOf = (body: unknown): Excess | null => {
  let level = isContainer(body) ? [body] : []
  let values = 0
  for (let levels = 0; levels < levelsMax; levels++) {
    const inner: object[] = []
    for (const container of level) {
      const contents = Array.isArray(container) ? container : Object.values(container)
      values += contents.length
      if (values > valuesMax) return 'values'
      inner.push(...contents.filter(isContainer))
    }
    if (inner.length === 0) return null
    level = inner
  }
  return 'levels'
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
