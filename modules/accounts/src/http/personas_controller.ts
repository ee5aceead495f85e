import { inject } from '@adonisjs/core'
import { Config } from '@adonisjs/core/config'
import type { HttpContext } from '@adonisjs/core/http'
import { ownHosts } from '#modules/kernel/own_hosts'
import { problem } from '#modules/kernel/problem'
import { DatabasePersonas, type PersonaRefusal } from '../personas/database_personas.ts'
import { refuseInvalid, refuseTooMany } from './refusals.ts'
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
    const [invalid, change] = await this.#read(ctx)
    if (invalid) return refuseInvalid(ctx, invalid.messages)
    const created = await this.personas.create(ctx.auth.getUserOrFail().id, change)
    if (!created.ok) return refuse(ctx, created.failure)
    ctx.response.status(201)
    return created.value
  }

  async update(ctx: HttpContext) {
    const [invalid, change] = await this.#read(ctx)
    if (invalid) return refuseInvalid(ctx, invalid.messages)
    const changed = await this.personas.change(ctx.auth.getUserOrFail().id, ctx.params.id, change)
    return changed.ok ? changed.value : refuse(ctx, changed.failure)
  }

  async destroy(ctx: HttpContext) {
    switch (await this.personas.delete(ctx.auth.getUserOrFail().id, ctx.params.id)) {
      case 'deleted':
        return { message: 'The persona is deleted.' }
      case 'unknown':
        return noSuchPersona(ctx)
      case 'default':
        return problem(ctx, 409, 'default_persona', 'This is your default persona. Make another one the default first.')
    }
  }

  #read(ctx: HttpContext) {
    return personaValidator.tryValidate(ctx.request.body(), {
      meta: { ownHosts: ownHosts(this.config.get('app.appUrl'), ctx.request.host()) },
    })
  }
}

/** Sends the same response for unknown personas and other users' personas. */
const noSuchPersona = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'This persona does not exist.')

const refuse = (ctx: HttpContext, refusal: PersonaRefusal) => {
  switch (refusal.kind) {
    case 'unknown':
      return noSuchPersona(ctx)
    case 'invalid':
      return refuseInvalid(ctx, [refusal])
    case 'too_many_requests':
      return refuseTooMany(ctx, refusal.retryAfterSeconds, 'Too many changes of personas.')
  }
}
