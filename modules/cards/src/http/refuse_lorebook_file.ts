import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { LorebookFileRefusal } from '../importing/import_lorebook_file.ts'
import type { ReceivingRefusal } from './receive_form.ts'
import { refuseForNow } from './refuse_for_now.ts'

type Refusal =
  | LorebookFileRefusal
  | ReceivingRefusal
  | { kind: 'unknown' | 'too_heavy' }
  | { kind: 'too_many'; retryAfterSeconds: number }

const busySeconds = 10

/** Sends the error response for a refused import or export of a lorebook. */
export const refuseLorebookFile = (ctx: HttpContext, refusal: Refusal): void => {
  switch (refusal.kind) {
    case 'gone':
      return
    case 'unknown':
      return problem(ctx, 404, 'not_found', 'This lorebook does not exist.')
    case 'too_heavy':
      return problem(ctx, 422, 'too_large', 'This lorebook takes too much work to write. Divide it first.')
    case 'too_large':
      return problem(ctx, 413, 'too_large', 'The file is larger than 64 MB.')
    case 'malformed':
      return problem(ctx, 400, 'malformed', 'The request could not be read: is the body a whole multipart form?')
    case 'no_file':
      return invalid(ctx, 'required', 'Choose a lorebook: the form needs one file, in the field `file`.')
    case 'several_files':
      return invalid(ctx, 'single', 'Send one file at a time.')
    case 'unreadable':
      return invalid(ctx, refusal.rule, refusal.message)
    case 'not_stored':
      return refusal.because.kind === 'full'
        ? problem(ctx, 422, 'limit_reached', refusal.because.message)
        : invalid(ctx, 'limit', refusal.because.message)
    case 'busy':
      return problem(ctx, 409, 'import_under_way', 'Another import of yours is running. Try again when it is done.')
    case 'too_many':
      return refuseForNow(
        ctx,
        429,
        'too_many_requests',
        'That’s too many files. Please wait a while.',
        refusal.retryAfterSeconds
      )
    case 'overloaded':
      return refuseForNow(
        ctx,
        503,
        'busy',
        'Many files are arriving right now. Please try again in a moment.',
        busySeconds
      )
  }
}

const invalid = (ctx: HttpContext, rule: string, message: string) =>
  problem(ctx, 422, 'validation_failed', message, [{ field: 'file', rule, message }])
