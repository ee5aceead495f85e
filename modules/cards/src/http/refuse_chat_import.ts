import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { ImportRefusal } from '../chats/import_chat_file.ts'
import type { ReceivingRefusal } from './receive_form.ts'
import { refuseForNow } from './refuse_for_now.ts'

type Refusal =
  ImportRefusal | ReceivingRefusal | { kind: 'no_character' } | { kind: 'too_many'; retryAfterSeconds: number }

const busySeconds = 10

/** Sends the error response for a refused import. */
export const refuseChatImport = (ctx: HttpContext, refusal: Refusal): void => {
  switch (refusal.kind) {
    case 'gone':
      return
    case 'too_large':
      return problem(
        ctx,
        413,
        'too_large',
        'The request is too large. A file may have 64 MB; split larger ones into several chats.'
      )
    case 'malformed':
      return problem(ctx, 400, 'malformed', 'The request could not be read: is the body a whole multipart form?')
    case 'no_file':
      return invalid(ctx, 'file', 'required', 'Choose a chat: the form needs one file, in the field `file`.')
    case 'several_files':
      return invalid(ctx, 'file', 'single', 'Send one file at a time.')
    case 'no_character':
      return invalid(ctx, 'characterId', 'required', 'Choose a character: `characterId` must be its id.')
    case 'unreadable':
      return invalid(ctx, 'file', refusal.code, refusal.message)
    case 'no_such_character':
      return problem(ctx, 404, 'not_found', 'This character doesn’t exist, or you can’t see it.')
    case 'adult_gate':
      return problem(ctx, 403, 'adult_content', 'Adult Content: enable it in Settings')
    case 'busy':
      return problem(ctx, 409, 'import_under_way', 'Another import of yours is running. Try again when it is done.')
    case 'full':
      return problem(
        ctx,
        413,
        'storage_full',
        `Your imported chats use ${megabytes(refusal.usedBytes)} of ${megabytes(refusal.bytesMax)} MB. Delete some of them first.`
      )
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
        'Many chats are arriving right now. Please try again in a moment.',
        busySeconds
      )
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_048_576).toLocaleString('en')

const invalid = (ctx: HttpContext, field: string, rule: string, message: string) =>
  problem(ctx, 422, 'validation_failed', message, [{ field, rule, message }])
