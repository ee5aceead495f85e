import { invalidField, refusal, refusals, retryLater } from '#modules/kernel/refusals'
import { limits } from '../../api.ts'

export const refuse = refusals({
  /** The same response for unknown people, those without a page, and blocked ones. */
  no_page: refusal(404, 'not_found', 'There is no such person.'),
  forbidden_words: ({ field, words }: { field: string; words: readonly string[] }) =>
    invalidField(field, 'forbidden', `This text cannot contain: ${words.join(', ')}`, 'content_not_allowed'),
  oneself: refusal(422, 'oneself', 'You can’t follow yourself.'),
  too_many_follows: refusal(
    409,
    'too_many_follows',
    `You follow as many creators as one person can (${limits.followsMax.toLocaleString('en')}). Unfollow one first.`
  ),
  no_collection: refusal(404, 'not_found', 'There is no such collection.'),
  no_character: refusal(404, 'not_found', 'There is no such character.'),
  too_many_collections: refusal(
    409,
    'too_many_collections',
    `You have as many collections as one person can (${limits.collectionsMax}). Delete one first.`
  ),
  full_collection: refusal(409, 'full_collection', `A collection has at most ${limits.collectedMax} characters.`),
  too_many: retryLater(
    429,
    'too_many_requests',
    ({ things }: { things: string; retryAfterSeconds: number }) =>
      `That’s too many ${things} in a short time. Please wait a while.`
  ),
})
