import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { openAiError } from '#modules/access/index'
import { isCompatible, isForPrograms } from '../src/for_programs.ts'

const headerNames = /^[\w-]+(, ?[\w-]+)*$/

/**
 * Lets pages of other sites call `/v1` and `/mcp` with a token, without cookies, and answers all failures below `/v1` in OpenAI's shape: those of the gate, of
 * validators and of unknown addresses, too.
 */
export default class CompatibleMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request, response } = ctx
    if (!isForPrograms(request.url())) return next()
    // On Node's response, so that streams have them too.
    response.response.setHeader('Access-Control-Allow-Origin', '*')
    response.response.setHeader('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After, WWW-Authenticate')
    response.response.setHeader('Cache-Control', 'no-store')
    if (request.method() === 'OPTIONS') return this.#permit(ctx)
    await next()
    if (!isCompatible(request.url())) return
    const body: unknown = response.getBody()
    if (response.getStatus() < 400 || !isProblem(body)) return
    // An invalid body is 400 there.
    const status = body.code === 'validation_failed' ? 400 : response.getStatus()
    response.status(status).json(openAiError(status, body))
  }

  /** Answers a browser that asks before it sends. Clients add headers of their own, such as `x-stainless-os`. */
  #permit({ request, response }: HttpContext) {
    const asked = request.header('access-control-request-headers') ?? ''
    if (asked.length <= 2_000 && headerNames.test(asked)) response.header('Access-Control-Allow-Headers', asked)
    response.header('Access-Control-Allow-Methods', 'GET, POST')
    response.header('Access-Control-Max-Age', '600')
    response.header('Vary', 'Access-Control-Request-Headers')
    return response.status(204).send(null)
  }
}

const isProblem = (body: unknown): body is Parameters<typeof openAiError>[1] =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body
