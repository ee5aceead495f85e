import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { BlockedTags } from '../../api.ts'
import { BlockTags } from '../actions/block_tags.ts'
import { blockedTagsValidator } from './validators.ts'

/** The caller's own list of blocked tags. */
@inject()
export default class BlockedTagsController {
  constructor(private readonly blockTags: BlockTags) {}

  async show({ auth }: HttpContext): Promise<BlockedTags> {
    return { tags: await this.blockTags.read(auth.getUserOrFail().id) }
  }

  async update(ctx: HttpContext) {
    const { tags } = await readBody(ctx, blockedTagsValidator)
    await this.blockTags.run(ctx.auth.getUserOrFail().id, tags)
    return { tags } satisfies BlockedTags
  }
}
