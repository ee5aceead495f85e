import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import metrics from '#config/metrics'
import { problem } from '#modules/kernel/refusals'

const digest = (text: string) => createHash('sha256').update(text).digest()
const expected = metrics.token === null ? null : digest(metrics.token)

export default class MetricsController {
  /** Answers 404 unless METRICS_TOKEN is set, and 401 to requests without the token. */
  async show(ctx: HttpContext) {
    const { request, response } = ctx
    response.header('Cache-Control', 'no-store')
    if (!expected) return problem(ctx, 404, 'not_found', 'There is nothing at this address.')
    const given = /^bearer +(\S+) *$/i.exec(request.header('authorization') ?? '')?.[1] ?? ''
    // Digests have equal lengths, as timingSafeEqual requires.
    if (!timingSafeEqual(digest(given), expected)) {
      response.header('WWW-Authenticate', 'Bearer realm="metrics"')
      return problem(ctx, 401, 'token_needed', 'Send the token of METRICS_TOKEN as Authorization: Bearer.')
    }
    const { Metrics } = await import('./metrics/metrics.ts')
    const instance = await ctx.containerResolver.make(Metrics)
    const text = await instance.text()
    return response.header('Content-Type', instance.contentType).send(text)
  }
}
