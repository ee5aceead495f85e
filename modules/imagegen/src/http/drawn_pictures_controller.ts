import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink } from '#modules/kernel/pages'
import { readQuery } from '#modules/kernel/validation'
import type { DeletedPicture, ListedPicture } from '../../api.ts'
import { DeleteDrawnPicture } from '../actions/delete_drawn_picture.ts'
import { ListDrawnPicturesQuery } from '../queries/list_drawn_pictures_query.ts'
import { refusePicture } from './refusals.ts'
import { picturesPageValidator } from './validators.ts'

/** The pictures that the caller had drawn. */
@inject()
export default class DrawnPicturesController {
  constructor(
    private readonly list: ListDrawnPicturesQuery,
    private readonly deletion: DeleteDrawnPicture
  ) {}

  async index(ctx: HttpContext): Promise<ListedPicture[]> {
    const { limit, cursor: after } = await readQuery(ctx, picturesPageValidator)
    const { items, next } = await this.list.run(ctx.auth.getUserOrFail().id, { limit, after })
    if (next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), next))
    return items
  }

  async destroy(ctx: HttpContext): Promise<DeletedPicture | void> {
    const outcome = await this.deletion.run(ctx.auth.getUserOrFail().id, ctx.params.id)
    if (outcome === 'unknown') return refusePicture(ctx, 'no_such_picture')
    return outcome === 'deleted'
      ? { message: 'The picture is deleted.', isKept: false }
      : { message: 'The picture is off your list. It stays where it is shown.', isKept: true }
  }
}
