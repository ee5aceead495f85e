import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { Metrics } from '../src/metrics/metrics.ts'

/** Counts responses by route pattern. Only registered when metrics are enabled. */
@inject()
export default class MetricsMiddleware {
  constructor(private readonly metrics: Metrics) {}

  async handle(ctx: HttpContext, next: NextFn) {
    const started = performance.now()
    const { response } = ctx.response
    response.once('close', () =>
      this.metrics.process.answered({
        method: ctx.request.method(),
        route: ctx.route?.pattern ?? null,
        response,
        ms: performance.now() - started,
      })
    )
    return next()
  }
}
