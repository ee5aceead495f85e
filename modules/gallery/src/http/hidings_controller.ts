import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { Done } from '#modules/kernel/calls'
import { hidingKinds, type HiddenThing, type HidingKind } from '../../api.ts'
import { Hidings } from '../actions/hidings.ts'
import { refuse } from './refusals.ts'

/** The list of what the caller hides and blocks. */
@inject()
export default class HidingsController {
  constructor(private readonly hidings: Hidings) {}

  list({ auth }: HttpContext): Promise<HiddenThing[]> {
    return this.hidings.list(auth.getUserOrFail().id)
  }

  async hide(ctx: HttpContext): Promise<Done | void> {
    const { kind, id } = ctx.params
    if (!isKind(kind)) return refuse(ctx, 'unknown_hiding')
    const outcome = await this.hidings.hide(ctx.auth.getUserOrFail(), kind, id)
    return outcome === 'hidden' ? { message: 'Done.' } : refuse(ctx, outcome)
  }

  async show(ctx: HttpContext): Promise<Done | void> {
    const { kind, id } = ctx.params
    if (!isKind(kind)) return refuse(ctx, 'unknown_hiding')
    await this.hidings.show(ctx.auth.getUserOrFail().id, kind, id)
    return { message: 'Done.' }
  }
}

const isKind = (kind: string): kind is HidingKind => hidingKinds.includes(kind as HidingKind)
