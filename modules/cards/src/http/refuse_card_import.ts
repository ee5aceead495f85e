import type { HttpContext } from '@adonisjs/core/http'
import { storageFullMessage, type StorageUse } from '#modules/accounts/index'
import { problem } from '#modules/kernel/problem'
import { cardImportLimits } from '../../api.ts'
import type { FilesRefusal } from './receive_files.ts'
import { refuseForNow } from './refuse_for_now.ts'

export type CardImportRefusal =
  | FilesRefusal
  | { kind: 'busy' | 'overloaded' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  | ({ kind: 'full' } & StorageUse)

const busySeconds = 10

/** Sends the error response for a refused import. */
export const refuseCardImport = (ctx: HttpContext, refusal: CardImportRefusal): void => {
  switch (refusal.kind) {
    case 'gone':
      return
    case 'too_large':
      return problem(ctx, 413, 'too_large', 'The files are larger than 1 GB together. Import fewer at a time.')
    case 'malformed':
      return problem(ctx, 400, 'malformed', 'The request could not be read: is the body a whole multipart form?')
    case 'no_file':
      return invalid(ctx, 'required', 'Choose cards: the form needs at least one file, in the field `files`.')
    case 'too_many_files':
      return invalid(ctx, 'max', `Import at most ${cardImportLimits.filesMax} files at a time, or put them into a zip.`)
    case 'busy':
      return problem(ctx, 409, 'import_under_way', 'Another import of yours is running. Try again when it is done.')
    case 'full':
      return problem(ctx, 413, 'storage_full', storageFullMessage(refusal))
    case 'too_many':
      return refuseForNow(
        ctx,
        429,
        'too_many_requests',
        'That’s too many imports. Please wait a while.',
        refusal.retryAfterSeconds
      )
    case 'overloaded':
      return refuseForNow(
        ctx,
        503,
        'busy',
        'Many cards are arriving right now. Please try again in a moment.',
        busySeconds
      )
  }
}

const invalid = (ctx: HttpContext, rule: string, message: string) =>
  problem(ctx, 422, 'validation_failed', message, [{ field: 'files', rule, message }])
