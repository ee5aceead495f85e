import { storageFullMessage, type StorageFull } from '#modules/accounts/index'
import { invalidField, invalidFields, refusal, refusals, retryLater } from '#modules/kernel/refusals'
import type { CharacterProblem } from '../domain/character_rules.ts'
import { limits } from '../domain/limits.ts'

interface TooMany {
  /** Names what the user made too often, in the plural. */
  things: string
  retryAfterSeconds: number
}

const notYours = (message: string) => refusal(403, 'not_yours', message)

export const refuse = refusals({
  /** The same response for deleted, unknown and hidden characters. */
  unknown: refusal(404, 'not_found', 'This character does not exist.'),
  adult_gate: refusal(403, 'adult_gate', 'Adult Content: enable it in Settings'),
  not_yours: ({ verb }: { verb: 'edit' | 'delete' }) => notYours(`You can only ${verb} characters you created.`),
  /** `forbidden` words come first among the problems. */
  invalid: ({ problems }: { problems: CharacterProblem[] }) =>
    invalidFields(problems, problems[0]!.rule === 'forbidden' ? 'content_not_allowed' : undefined),
  too_many: retryLater(
    429,
    'too_many_requests',
    ({ things }: TooMany) => `That's too many ${things} in a short time. Please wait a while.`
  ),
  history_full: refusal(
    409,
    'too_many_versions',
    `This character has the most versions that it can have (${limits.versionsMax.toLocaleString('en')}). Please create a new one to change its texts.`
  ),
  storage_full: (full: StorageFull) => refusal(413, 'storage_full', storageFullMessage(full)),
  not_allowed: refusal(403, 'forks_not_allowed', 'The creator of this character doesn’t allow copies of it.'),
  unknown_version: refusal(404, 'no_such_version', 'There is no such version.'),
  not_your_versions: notYours('You can only see the versions of characters you created.'),
  forbidden_words: ({ words }: { words: readonly string[] }) =>
    invalidField('content', 'forbidden', `Comments cannot contain: ${words.join(', ')}`, 'content_not_allowed'),
  unknown_hiding: refusal(404, 'not_found', 'This does not exist any more.'),
  oneself: refusal(422, 'oneself', 'You can’t hide yourself.'),
  too_many_hidings: refusal(
    409,
    'too_many_hidings',
    `You hide as much as one person can (${limits.hidingsMax}). Show something again first, in the settings.`
  ),
  blocked: refusal(403, 'blocked', 'You can’t comment on this character.'),
  too_many_replies: refusal(409, 'too_many_replies', `A comment can have ${limits.repliesMax} replies at most.`),
  no_such_comment: refusal(404, 'no_such_comment', 'There is no such comment.'),
  not_your_comment: notYours('You can only remove your own comments, and those on your characters.'),
  no_characters: refusal(404, 'not_found', 'There is no character to show yet.'),
  no_such_picture: refusal(404, 'not_found', 'There is no such picture.'),
  drawing_busy: retryLater(503, 'busy', 'Too many pictures are being drawn right now. Please try again.'),
  no_such_file: refusal(404, 'not_found', 'There is no such file.'),
})
