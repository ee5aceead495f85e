import { storageFullMessage, type StorageUse } from '#modules/accounts/index'
import { invalidField, refusal, refusals, retryLater } from '#modules/kernel/refusals'
import { cardImportLimits } from '../../api.ts'

/** A worker is free again after about this time. */
const overloaded = (message: string) => retryLater(503, 'busy', message)({ retryAfterSeconds: 10 })

const tooMany = (things: string) =>
  retryLater(429, 'too_many_requests', `That’s too many ${things}. Please wait a while.`)

const unsupported = (thing: string) =>
  refusal(415, 'unsupported_media_type', `Send the ${thing} as multipart/form-data.`)

const malformed = refusal(400, 'malformed', 'The request could not be read: is the body a whole multipart form?')
const underWay = refusal(409, 'import_under_way', 'Another import of yours is running. Try again when it is done.')
const noSuchCharacter = refusal(404, 'not_found', 'This character doesn’t exist, or you can’t see it.')
const severalFiles = invalidField('file', 'single', 'Send one file at a time.')
const megabytes = (bytes: number) => Math.ceil(bytes / 1_048_576).toLocaleString('en')

/** Answers exports of cards. */
export const refuseCardExport = refusals({
  unknown: noSuchCharacter,
  adult_gate: refusal(403, 'adult_gate', 'Adult Content: enable it in Settings'),
  not_allowed: refusal(403, 'card_not_allowed', 'This character’s creator doesn’t share its card.'),
  too_large: refusal(
    422,
    'too_large',
    'This character is too large for a card. Download its lorebooks one by one, and take them out of it first.'
  ),
  under_way: refusal(409, 'export_under_way', 'Your cards are being downloaded already. Wait until that is done.'),
  overloaded: overloaded('Many cards are being written right now. Please try again in a moment.'),
  too_many: tooMany('downloads'),
})

/** Answers imports of cards. */
export const refuseCardImport = refusals({
  unsupported: unsupported('files'),
  gone: null,
  too_large: refusal(413, 'too_large', 'The files are larger than 1 GB together. Import fewer at a time.'),
  malformed,
  no_file: invalidField('files', 'required', 'Choose cards: the form needs at least one file, in the field `files`.'),
  too_many_files: invalidField(
    'files',
    'max',
    `Import at most ${cardImportLimits.filesMax} files at a time, or put them into a zip.`
  ),
  busy: underWay,
  full: (use: StorageUse) => refusal(413, 'storage_full', storageFullMessage(use)),
  too_many: tooMany('imports'),
  overloaded: overloaded('Many cards are arriving right now. Please try again in a moment.'),
})

/** Answers imports of chats. */
export const refuseChatImport = refusals({
  unsupported: unsupported('chat'),
  gone: null,
  too_large: refusal(
    413,
    'too_large',
    'The request is too large. A file may have 64 MB; split larger ones into several chats.'
  ),
  malformed,
  no_file: invalidField('file', 'required', 'Choose a chat: the form needs one file, in the field `file`.'),
  several_files: severalFiles,
  no_character: invalidField('characterId', 'required', 'Choose a character: `characterId` must be its id.'),
  unreadable: ({ code, message }: { code: string; message: string }) => invalidField('file', code, message),
  no_such_character: noSuchCharacter,
  adult_gate: refusal(403, 'adult_content', 'Adult Content: enable it in Settings'),
  busy: underWay,
  full: ({ usedBytes, bytesMax }: { usedBytes: number; bytesMax: number }) =>
    refusal(
      413,
      'storage_full',
      `Your imported chats use ${megabytes(usedBytes)} of ${megabytes(bytesMax)} MB. Delete some of them first.`
    ),
  too_many: tooMany('imports'),
  overloaded: overloaded('Many chats are arriving right now. Please try again in a moment.'),
})

/** Answers imports and exports of lorebooks. */
export const refuseLorebookFile = refusals({
  unsupported: unsupported('lorebook'),
  gone: null,
  unknown: refusal(404, 'not_found', 'This lorebook does not exist.'),
  too_heavy: refusal(422, 'too_large', 'This lorebook takes too much work to write. Divide it first.'),
  too_large: refusal(413, 'too_large', 'The file is larger than 64 MB.'),
  malformed,
  no_file: invalidField('file', 'required', 'Choose a lorebook: the form needs one file, in the field `file`.'),
  several_files: severalFiles,
  unreadable: ({ rule, message }: { rule: string; message: string }) => invalidField('file', rule, message),
  not_stored: ({ because: { kind, message } }: { because: { kind: 'full' | 'invalid'; message: string } }) =>
    kind === 'full' ? refusal(422, 'limit_reached', message) : invalidField('file', 'limit', message),
  busy: underWay,
  too_many: tooMany('files'),
  overloaded: overloaded('Many files are arriving right now. Please try again in a moment.'),
})
