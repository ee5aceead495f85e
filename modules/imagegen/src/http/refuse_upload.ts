import type { HttpContext } from '@adonisjs/core/http'
import { storageFullMessage, type StorageFull } from '#modules/accounts/index'
import { problem } from '#modules/kernel/problem'
import type { ReadingRefusal } from '../reading/job.ts'
import type { ReceivingRefusal } from './form_receiver.ts'

type UploadRefusal = StorageFull | ReadingRefusal | ReceivingRefusal | { kind: 'too_many'; retryAfterSeconds: number }

/** Sends the error response for a refused upload. */
export const refuseUpload = (ctx: HttpContext, refusal: UploadRefusal): void => {
  switch (refusal.kind) {
    case 'too_large':
      return problem(ctx, 413, 'too_large', 'This picture is larger than 10 MB. Choose a smaller one.')
    case 'too_slow':
      return problem(ctx, 408, 'too_slow', 'The picture took too long to arrive. Please try again.')
    case 'storage_full':
      return problem(ctx, 413, refusal.kind, storageFullMessage(refusal))
    case 'gone':
      return
    case 'malformed':
      return problem(ctx, 400, 'malformed', 'The request could not be read: is the body a whole multipart form?')
    case 'no_file':
      return invalid(ctx, 'required', 'Choose a picture: the form needs one file, in the field `file`.')
    case 'several_files':
      return invalid(ctx, 'single', 'Send one picture at a time.')
    case 'empty':
      return invalid(ctx, 'empty', 'This file is empty. Choose another one.')
    case 'not_a_picture':
      return invalid(ctx, 'type', 'This is not a PNG, JPEG or WebP picture, whatever its name says.')
    case 'unreadable':
      return invalid(ctx, 'unreadable', 'This picture is damaged or incomplete. Choose another one.')
    case 'too_many_pixels': {
      const megapixels = Math.ceil(refusal.megapixels).toLocaleString('en')
      const message = `A picture may have ${refusal.megapixelsMax} megapixels at most; this one has ${megapixels}.`
      return invalid(ctx, 'pixels', message)
    }
    case 'too_heavy':
      return invalid(
        ctx,
        'heavy',
        'This picture takes too much work to read. Save it again, or make it smaller, and retry.'
      )
    case 'too_many':
      return later(ctx, 429, 'too_many_requests', 'That’s too many pictures. Please wait a while.', refusal)
    case 'busy':
      return later(ctx, 503, 'busy', 'Many pictures are arriving right now. Please try again in a moment.', refusal)
  }
}

const invalid = (ctx: HttpContext, rule: string, message: string) =>
  problem(ctx, 422, 'validation_failed', message, [{ field: 'file', rule, message }])

const later = (
  ctx: HttpContext,
  status: number,
  code: string,
  message: string,
  { retryAfterSeconds }: { retryAfterSeconds: number }
) => {
  ctx.response.header('Retry-After', String(retryAfterSeconds))
  return problem(ctx, status, code, message)
}
