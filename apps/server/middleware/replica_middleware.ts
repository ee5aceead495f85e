import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { Replicas } from '#modules/kernel/replicas'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Lets the reads after a write see it. Streams of replies are exempt: what they write isn't read from replicas. */
@inject()
export default class ReplicaMiddleware {
  constructor(private readonly replicas: Replicas) {}

  async handle(ctx: HttpContext, next: NextFn) {
    await next()
    const { request, response } = ctx
    if (safe.has(request.method()) || response.headersSent || response.getStatus() >= 400) return
    await this.replicas.rememberWrite(ctx)
  }
}
