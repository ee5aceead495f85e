import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gallery } from '../../index.ts'
import { ToggleLike } from '../actions/toggle_like.ts'
import { refuse } from './refusals.ts'

@inject()
export default class LikesController {
  constructor(
    private readonly gallery: Gallery,
    private readonly toggleLike: ToggleLike
  ) {}

  async toggle(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const view = await this.gallery.find(ctx.params.id, viewer)
    if (!view) return refuse(ctx, 'unknown')
    if (view.kind === 'adult_gate') return refuse(ctx, 'adult_gate')
    return (await this.toggleLike.run(viewer.id, view.character.id)) ?? refuse(ctx, 'unknown')
  }
}
