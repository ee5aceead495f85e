import type { HttpContext } from '@adonisjs/core/http'
import { sendBuiltInPicture } from './send_built_in_picture.ts'

export default class BuiltInPicturesController {
  async show(ctx: HttpContext) {
    return sendBuiltInPicture(ctx, `/pictures/builtin/${ctx.params.file}`)
  }
}
