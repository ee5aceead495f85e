import { storageFullMessage, type StorageFull } from '#modules/accounts/index'
import { rubyWord } from '#modules/economy/index'
import { invalidField, refusal, refusals, retryLater } from '#modules/kernel/refusals'
import type { OptionProblem } from '../domain/check_options.ts'
import type { PromptProblem } from '../domain/check_prompt.ts'
import { failureSentences } from '../drawing/provider_failure.ts'

const storageFull = (full: StorageFull) => refusal(413, 'storage_full', storageFullMessage(full))

/** The number of models that a message names. */
const namedModelsMax = 10

/** Answers requests for a picture. */
export const refusePicture = refusals({
  prompt: ({ problem: { rule, message } }: { problem: PromptProblem }) =>
    invalidField('prompt', rule, message, rule === 'forbidden' ? 'content_not_allowed' : undefined),
  model: ({ models }: { models: readonly string[] }) =>
    invalidField('model', 'enum', `The model must be one of ${models.slice(0, namedModelsMax).join(', ')}.`),
  option: ({ problem: { option, rule, message } }: { problem: OptionProblem }) =>
    invalidField(
      option === null ? 'options' : `options.${option}`,
      rule,
      message,
      rule === 'forbidden' ? 'content_not_allowed' : undefined
    ),
  content_filtered: refusal(422, 'content_filtered', failureSentences.content_filtered),
  refused: refusal(422, 'prompt_refused', failureSentences.refused),
  too_many: retryLater(
    429,
    'too_many_requests',
    ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
      `That’s too many pictures in ${retryAfterSeconds > 3_600 ? 'a day' : 'an hour'}. Please wait a while.`
  ),
  too_many_at_once: retryLater(
    429,
    'too_many_at_once',
    'Your other pictures are still being generated. Please wait for them.'
  ),
  busy: retryLater(503, 'busy', 'Many pictures are being generated right now. Please try again in a moment.'),
  unavailable: retryLater(503, 'images_unavailable', failureSentences.unavailable),
  timeout: refusal(504, 'images_timeout', failureSentences.timeout),
  storage_full: storageFull,
  insufficient_rubies: ({ cost, rubies }: { cost: number; rubies: number }) =>
    refusal(402, 'insufficient_rubies', `This picture costs ${cost} ${rubyWord(cost)}, and you have ${rubies}.`),
  bad_picture: refusal(502, 'bad_picture', failureSentences.bad_picture),
  cancelled: null,
  no_such_picture: refusal(404, 'not_found', 'There is no such picture.'),
})

const invalidFile = (rule: string, message: string) => invalidField('file', rule, message)

interface TooManyPixels {
  megapixels: number
  megapixelsMax: number
}

/** Answers uploads. */
export const refuseUpload = refusals({
  unsupported: refusal(415, 'unsupported_media_type', 'Send the picture as multipart/form-data.'),
  too_large: refusal(413, 'too_large', 'This picture is larger than 10 MB. Choose a smaller one.'),
  too_slow: refusal(408, 'too_slow', 'The picture took too long to arrive. Please try again.'),
  storage_full: storageFull,
  gone: null,
  malformed: refusal(400, 'malformed', 'The request could not be read: is the body a whole multipart form?'),
  no_file: invalidFile('required', 'Choose a picture: the form needs one file, in the field `file`.'),
  several_files: invalidFile('single', 'Send one picture at a time.'),
  empty: invalidFile('empty', 'This file is empty. Choose another one.'),
  not_a_picture: invalidFile('type', 'This is not a PNG, JPEG, WebP or GIF picture, whatever its name says.'),
  unreadable: invalidFile('unreadable', 'This picture is damaged or incomplete. Choose another one.'),
  too_many_pixels: ({ megapixels, megapixelsMax }: TooManyPixels) => {
    const pixels = Math.ceil(megapixels).toLocaleString('en')
    return invalidFile('pixels', `A picture may have ${megapixelsMax} megapixels at most; this one has ${pixels}.`)
  },
  blocked: invalidFile('blocked', 'This picture can’t be used here. Choose another one.'),
  too_heavy: invalidFile(
    'heavy',
    'This picture takes too much work to read. Save it again, or make it smaller, and retry.'
  ),
  too_many: retryLater(429, 'too_many_requests', 'That’s too many pictures. Please wait a while.'),
  busy: retryLater(503, 'busy', 'Many pictures are arriving right now. Please try again in a moment.'),
})
