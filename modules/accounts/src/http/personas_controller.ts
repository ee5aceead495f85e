import { inject } from '@adonisjs/core'
import { Config } from '@adonisjs/core/config'
import type { HttpContext } from '@adonisjs/core/http'
import { ownHosts } from '#modules/kernel/own_hosts'
import { readBody } from '#modules/kernel/validation'
import { DatabasePersonas } from '../personas/database_personas.ts'
import { refuse } from './refusals.ts'
import { personaValidator } from './validators.ts'

/** The caller's own personas. */
@inject()
export default class PersonasController {
  constructor(
    private readonly personas: DatabasePersonas,
    private readonly config: Config
  ) {}

  async index({ auth }: HttpContext) {
    return this.personas.list(auth.getUserOrFail().id)
  }

  async create(ctx: HttpContext) {
    const change = await this.#read(ctx)
    const created = await this.personas.create(ctx.auth.getUserOrFail().id, change)
    if (!created.ok) return refuse(ctx, created.failure)
    ctx.response.status(201)
    return created.value
  }

  async update(ctx: HttpContext) {
    const change = await this.#read(ctx)
    const changed = await this.personas.change(ctx.auth.getUserOrFail().id, ctx.params.id, change)
    return changed.ok ? changed.value : refuse(ctx, changed.failure)
  }

  async destroy(ctx: HttpContext) {
    const outcome = await this.personas.delete(ctx.auth.getUserOrFail().id, ctx.params.id)
    return outcome === 'deleted' ? { message: 'The persona is deleted.' } : refuse(ctx, outcome)
  }

  #read(ctx: HttpContext) {
    return readBody(ctx, personaValidator, {
      meta: { ownHosts: ownHosts(this.config.get('app.appUrl'), ctx.request.host()) },
    })
  }
}
