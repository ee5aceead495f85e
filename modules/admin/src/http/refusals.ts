import { proofNeeded } from '#modules/accounts/index'
import { limits as economyLimits, rubyWord } from '#modules/economy/api'
import { limits as galleryLimits } from '#modules/gallery/api'
import type { AdminRefusal } from '#modules/gallery/index'
import { invalidField, refusal, refusals } from '#modules/kernel/refusals'
import { limits } from '../../api.ts'

const malformed = (message: string) => refusal(400, 'malformed', message)
const invalidFiles = (rule: string, message: string) => invalidField('files', rule, message)

interface InvalidCharacter {
  /** The field's name in the request. */
  field: string
  problem: Extract<AdminRefusal, { kind: 'invalid' }>['problem']
}

export const refuse = refusals({
  unknown: refusal(404, 'not_found', 'This character does not exist.'),
  invalid: ({ field, problem: { rule, message } }: InvalidCharacter) => invalidField(field, rule, message),
  unknown_user: refusal(404, 'user_not_found', 'There is no such user.'),
  oneself: refusal(422, 'oneself', 'You can’t disable your own account.'),
  own_role: refusal(422, 'oneself', 'You can’t change your own role.'),
  above: refusal(403, 'role_too_high', 'You can only act on people, and give roles, below your own role.'),
  above_owner: refusal(403, 'role_too_high', 'You can only act on content of people with a lower role than yours.'),
  unproven: proofNeeded,
  no_second_factor: refusal(
    403,
    'second_factor_required',
    'Only owners with two-step sign-in can make or withdraw admins. Please turn it on in your settings first.'
  ),
  last_owner: refusal(409, 'last_owner', 'This is the only owner. Please make another owner first.'),
  support_only_grants: refusal(403, 'role_too_low', 'Support can grant rubies, but not deduct them.'),
  over_daily_limit: ({ left }: { left: number }) =>
    refusal(
      403,
      'over_daily_limit',
      `Support can grant ${limits.supportGrantsADay} rubies within 24 hours. You can grant ${left} more now.`
    ),
  insufficient_rubies: ({ rubies, amount }: { rubies: number; amount: number }) =>
    refusal(
      422,
      'insufficient_rubies',
      `The balance is ${rubies}, so ${-amount} ${rubyWord(amount)} can't be deducted.`
    ),
  unknown_codes: refusal(404, 'codes_not_found', 'There are no such codes.'),
  too_many_rubies: invalidField(
    'rubies',
    'max',
    `All codes together may give ${economyLimits.adjustmentMax.toLocaleString('en')} rubies at most.`
  ),
  unknown_tier: refusal(404, 'no_such_tier', 'There is no such tier.'),
  no_such_page: refusal(404, 'not_found', 'There is no such page.'),
  unknown_announcement: refusal(
    404,
    'announcement_not_found',
    'There is no such announcement. It may have been deleted.'
  ),
  too_many_announcements: refusal(
    409,
    'too_many_announcements',
    `There are ${limits.announcementsMax} announcements. Delete one that is over first.`
  ),
  unknown_mail: refusal(404, 'mail_not_found', 'There is no such mail. It may have been deleted.'),
  unknown_review: refusal(404, 'review_not_found', 'This isn’t held any more: it was decided, changed or deleted.'),
  minors: refusal(409, 'minors', 'What sexualizes minors can’t be approved.'),
  invalid_cursor: refusal(422, 'invalid', 'The cursor is invalid.'),
})

/** Answers imports of characters. */
export const refuseImport = refusals({
  too_large: refusal(413, 'too_large', 'An import may be 64 MiB at most. Larger ones can be imported with the CLI.'),
  malformed: ({ message }: { message: string }) => malformed(message),
  too_many: refusal(
    422,
    'too_many_entries',
    `An import may have ${galleryLimits.importEntriesMax.toLocaleString('en')} entries at most. Larger ones can be imported with the CLI.`
  ),
})

/** Answers imports of cards in the background. */
export const refuseCardImport = refusals({
  unsupported: refusal(415, 'unsupported_media_type', 'Send the files as multipart/form-data.'),
  gone: null,
  too_large: refusal(413, 'too_large', 'An upload can be at most 1 GB. Import larger files with the CLI.'),
  malformed: malformed('The request could not be read: is the body a whole multipart form?'),
  no_file: invalidFiles('required', 'Choose files: the form needs at least one, in the field `files`.'),
  too_many_files: invalidFiles('max', `An import may have ${limits.cardImportFiles} files. Put more into a zip.`),
  too_many: refusal(
    409,
    'too_many_imports',
    `${limits.cardImportsUnfinished} imports are waiting or running. Wait until one ends, or cancel one.`
  ),
  unknown: refusal(404, 'import_not_found', 'There is no such import.'),
  ended: refusal(409, 'import_ended', 'This import has ended already.'),
})
