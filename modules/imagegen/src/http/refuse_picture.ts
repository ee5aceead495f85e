import type { HttpContext } from '@adonisjs/core/http'
import { storageFullMessage } from '#modules/accounts/index'
import { problem } from '#modules/kernel/problem'
import type { PictureMakeFailure } from '../picture_maker.ts'

/** Sends the error response for a picture that could not be made. */
export const refusePicture = (ctx: HttpContext, failure: PictureMakeFailure): void => {
  switch (failure.kind) {
    case 'prompt': {
      const { rule, message } = failure.problem
      const code = rule === 'forbidden' ? 'content_not_allowed' : 'validation_failed'
      return problem(ctx, 422, code, message, [{ field: 'prompt', rule, message }])
    }
    case 'content_filtered':
      return problem(
        ctx,
        422,
        failure.kind,
        'The model’s content rules refused this prompt. Please put it another way.'
      )
    case 'refused':
      return problem(
        ctx,
        422,
        'prompt_refused',
        'The model can’t generate this. Please shorten the prompt, or choose another model.'
      )
    case 'too_many':
      setRetryAfter(ctx, failure)
      return problem(
        ctx,
        429,
        'too_many_requests',
        `That’s too many pictures in ${failure.retryAfterSeconds > 3_600 ? 'a day' : 'an hour'}. Please wait a while.`
      )
    case 'too_many_at_once':
      setRetryAfter(ctx, failure)
      return problem(ctx, 429, failure.kind, 'Your other pictures are still being generated. Please wait for them.')
    case 'busy':
      setRetryAfter(ctx, failure)
      return problem(ctx, 503, 'busy', 'Many pictures are being generated right now. Please try again in a moment.')
    case 'unavailable':
      setRetryAfter(ctx, failure)
      return problem(ctx, 503, 'images_unavailable', 'Pictures can’t be generated right now. Please try again later.')
    case 'timeout':
      return problem(ctx, 504, 'images_timeout', 'The picture took too long. Please try again.')
    case 'storage_full':
      return problem(ctx, 413, failure.kind, storageFullMessage(failure))
    case 'bad_picture':
      return problem(ctx, 502, failure.kind, 'The model returned no usable picture. Please try again.')
    case 'cancelled':
      // The client has disconnected.
      return
  }
}

const setRetryAfter = ({ response }: HttpContext, { retryAfterSeconds }: { retryAfterSeconds: number | null }) => {
  if (retryAfterSeconds !== null) response.header('Retry-After', String(retryAfterSeconds))
}
