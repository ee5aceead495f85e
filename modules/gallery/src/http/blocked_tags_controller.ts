import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { BlockedTags } from '../../api.ts'
import { BlockTags } from '../actions/block_tags.ts'

/** The caller's own list of blocked tags. */
@inject()
export default class BlockedTagsController {
  constructor(private readonly blockTags: BlockTags) {}

  async show({ auth }: HttpContext): Promise<BlockedTags> {
    return { tags: await this.blockTags.read(auth.getUserOrFail().id) }
  }

  async update(ctx: HttpContext) {
    const blocked = await this.blockTags.run(ctx.auth.getUserOrFail().id, ctx.request.input('tags'))
    if (blocked.ok) return { tags: blocked.value } satisfies BlockedTags
    const { failure: message } = blocked
    return problem(ctx, 422, 'invalid', message, [{ field: 'tags', rule: 'tags', message }])
  }
}
