import { rubyWord } from '#modules/economy/index'
import { invalidField, refusal, refusals, retryLater } from '#modules/kernel/refusals'

export const refuseVoice = refusals({
  no_such_character: refusal(404, 'not_found', 'There is no such character.'),
  not_yours: refusal(403, 'forbidden', 'Only the owner of a character can choose its voice for all readers.'),
  unknown_voice: invalidField('voice', 'unknown', 'This voice isn’t on offer any more. Choose another one.'),
  refused: refusal(422, 'speech_refused', 'This can’t be spoken. Choose another voice.'),
  insufficient_rubies: ({ price, rubies }: { price: number; rubies: number }) =>
    refusal(
      402,
      'insufficient_rubies',
      `Reading this aloud costs ${price} ${rubyWord(price)}, and you have ${rubies}.`
    ),
  already_speaking: retryLater(429, 'already_speaking', 'Another text of yours is being spoken. Please wait for it.'),
  too_many: retryLater(
    429,
    'too_many_requests',
    'You have used the site’s voice a lot. Please wait a while, or choose a voice of your browser.'
  ),
  too_many_changes: retryLater(429, 'too_many_requests', 'That’s too many changes. Please wait a minute.'),
  timeout: refusal(504, 'voice_timeout', 'The voice took too long. Please try again.'),
  unavailable: retryLater(503, 'voice_unavailable', 'The voice is unavailable right now. Please try again later.'),
  cancelled: null,
})

const invalidRecording = (rule: string, message: string) => invalidField('recording', rule, message)

export const refuseRecording = refusals({
  no_dictation: refusal(404, 'not_found', 'This site doesn’t write recordings down.'),
  too_large: refusal(413, 'too_large', 'A recording may have 10 MB at most.'),
  too_long: invalidRecording('duration', 'A recording may be two minutes long at most.'),
  not_audio: invalidRecording('type', 'This is no recording in a known format.'),
  too_many: retryLater(429, 'too_many_requests', 'You have dictated a lot. Please wait a while.'),
  busy: retryLater(503, 'busy', 'Many recordings are being written down right now. Please try again in a moment.'),
  refused: invalidRecording('unreadable', 'This recording could not be written down. Please record it again.'),
  timeout: refusal(504, 'voice_timeout', 'Writing the recording down took too long. Please try a shorter one.'),
  unavailable: retryLater(
    503,
    'voice_unavailable',
    'Recordings can’t be written down right now. Please try again later.'
  ),
  gone: null,
})
