import { invalidField, refusal, refusals, retryLater, underMaintenance } from '#modules/kernel/refusals'
import { limits } from '../limits.ts'

interface Wait {
  retryAfterSeconds: number
}

export const longMessage = (max: number) => `A message has at most ${max.toLocaleString('en')} characters.`
export const unknownAlternate = 'There is no such answer. The index counts the alternates of the message from 0.'

const tooMany = (message: string) => retryLater(429, 'too_many_requests', message)

const tooManyInHour = (deed: string) =>
  retryLater(429, 'too_many_requests', ({ retryAfterSeconds }: Wait) => {
    const minutes = Math.ceil(retryAfterSeconds / 60)
    return `You have ${deed} within the last hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  })

const inAMoment = { retryAfterSeconds: 5 }
const stopping = retryLater(
  503,
  'server_stopping',
  'The server is restarting. Please try again in a moment.'
)(inAMoment)
const noSuchChat = refusal(404, 'not_found', 'Chat not found')
const noSuchMessage = refusal(404, 'not_found', 'Message not found')
const noSuchCharacter = refusal(404, 'not_found', 'Character not found')
const adultGate = refusal(403, 'adult_content', 'Adult Content: enable it in Settings')
const replyRunning = refusal(
  409,
  'reply_under_way',
  'A reply is already under way in this chat. Wait for it, or stop it.'
)

export const refuse = refusals({
  no_such_chat: noSuchChat,
  no_such_message: noSuchMessage,
  adult_gate: adultGate,
  busy: replyRunning,
  too_many_chats: tooManyInHour('opened many chats'),
  too_many_books: tooManyInHour('made many books'),
  too_many_contexts: retryLater(
    429,
    'too_many_requests',
    ({ retryAfterSeconds }: Wait) =>
      `You have looked at too many prompts within the last minute. Please try again in ${retryAfterSeconds} s.`
  ),
  too_many_searches: retryLater(
    429,
    'too_many_requests',
    ({ retryAfterSeconds }: Wait) =>
      `You have searched a lot within the last minute. Please try again in ${retryAfterSeconds} s.`
  ),
  unknown_character: noSuchCharacter,
  too_many_groups: invalidField(
    'characterIds',
    'groups',
    `You have ${limits.groupsMax} group chats. Delete one before you start another.`
  ),
  too_many_members: invalidField(
    'characterIds',
    'members',
    `This group has had ${limits.groupMembersEverMax} characters. Start another group for more.`
  ),
  unknown_lorebook: invalidField('lorebookIds', 'unknown', 'A chat can only have your own lorebooks.'),
  unknown_persona: invalidField('personaId', 'unknown', 'A chat can only have a persona of yours.'),
  no_such_version: invalidField('versionId', 'unknown', 'This chat has no such version of its summary.'),
  no_such_folder: refusal(404, 'not_found', 'Folder not found'),
  folder_name_taken: invalidField('name', 'taken', 'You have a folder with this name.'),
  too_many_folders: refusal(
    409,
    'too_many_folders',
    `You have ${limits.foldersMax} folders. Delete one before you create another.`
  ),
  no_such_fact: refusal(404, 'not_found', 'Fact not found'),
  too_many_pins: refusal(409, 'too_many_pins', `A chat has at most ${limits.pinsMax} pinned facts. Remove one first.`),
  nothing_left_out: refusal(
    409,
    'nothing_to_summarize',
    'The whole chat fits into the prompt, so there is nothing to summarize yet.'
  ),
  is_off: refusal(409, 'summary_off', 'The summary of this chat is off. Switch it on first.'),
  is_spent: tooMany('Today’s free summaries are used up. Please try again tomorrow, or write the summary yourself.'),
  too_long: invalidField('content', 'maxLength', longMessage(limits.contentMax)),
  no_such_alternate: invalidField('index', 'range', unknownAlternate),
  no_expressions: refusal(409, 'no_expressions', 'This character has no expressions.'),
  no_such_expression: invalidField('label', 'unknown', 'This character has no such expression.'),
  not_kept: refusal(404, 'not_kept', 'The prompt of this answer isn’t stored.'),
})

/** Answers requests for pictures. */
export const refusePicture = refusals({
  no_such_chat: noSuchChat,
  no_such_picture: refusal(404, 'not_found', 'Picture not found'),
  too_many_pictures: refusal(
    409,
    'too_many_pictures',
    `A chat has at most ${limits.picturesPerChat} pictures. Delete one first.`
  ),
  not_described: refusal(
    503,
    'not_described',
    'The picture couldn’t be described. Please try again later, or describe it yourself.'
  ),
  sees_nothing: refusal(409, 'sees_nothing', 'No model here can describe pictures. Please describe it yourself.'),
  is_spent: tooMany('Today’s free descriptions are used up. Please describe the picture yourself.')({
    retryAfterSeconds: 3_600,
  }),
  not_usable: refusal(409, 'not_usable', 'This picture can’t be used there. Choose another one.'),
})

/** Answers requests for a branch. */
export const refuseBranch = refusals({
  no_such_chat: noSuchChat,
  no_such_message: noSuchMessage,
  adult_gate: adultGate,
  busy: refusal(409, 'busy', 'Your last branch is still being copied. Please try again in a moment.'),
  too_many_branches: refusal(
    409,
    'too_many_branches',
    `A chat has at most ${limits.branchesMax} branches. Delete one that you no longer need.`
  ),
  full: refusal(413, 'storage_full', 'Your branches take up all their space. Delete some of them.'),
  too_many: tooMany('You have made many branches within the last hour. Please try again later.'),
})

/** Answers requests for a reply. */
export const refuseReply = refusals({
  no_such_chat: noSuchChat,
  no_such_picture: invalidField('pictures', 'unknown', 'One of the pictures isn’t there any more. Choose it again.'),
  adult_gate: adultGate,
  busy: replyRunning,
  other_content: refusal(409, 'key_taken', 'This clientMessageId was used for another message.'),
  speaker_missing: invalidField('speakerId', 'required', 'Choose who speaks next.'),
  no_speaker: invalidField('speakerId', 'member', 'No such character can speak in this chat.'),
  all_muted: invalidField('speakerId', 'muted', 'All characters are muted. Unmute one, or choose who speaks.'),
  nothing_asked: invalidField('messageId', 'answer', 'There is no message of yours before this reply.'),
  nothing_said: invalidField('sessionId', 'empty', 'Nothing has been said in this chat yet.'),
  no_suggestions: refusal(404, 'not_found', 'Suggestions are off on this site.'),
  hidden: invalidField('messageId', 'hidden', 'This reply is hidden from prompts. Show it first.'),
  too_long: invalidField('messageId', 'maxLength', 'This reply is too long to be continued.'),
  too_many: tooMany('That was many messages in a minute. Please wait a moment.'),
  too_many_unpaid: tooMany('Many of your last replies ended without a charge. Please wait a few minutes.'),
  too_many_streams: tooMany('Replies are open in too many places at once. Please close some of them.')(inAMoment),
  stopping,
  maintenance: underMaintenance,
})

/** Answers visitors of the demo. */
export const refuseDemo = refusals({
  off: refusal(404, 'not_found', 'The demo is off.'),
  no_such_character: noSuchCharacter,
  invalid_transcript: refusal(422, 'transcript_expired', 'This demo chat has expired. Please start again.'),
  over: refusal(409, 'demo_over', 'That was the last reply of this demo. Create an account to keep talking.'),
  used_up: retryLater(429, 'demo_used_up', 'Today’s free replies are used up. Create an account to keep talking.'),
  busy: tooMany('Many visitors are talking right now. Please try again in a moment.')(inAMoment),
  known_account: refusal(403, 'known_account', 'A demo chat can only be kept in a new account.'),
  taken: refusal(409, 'already_adopted', 'This demo chat was kept before.'),
  stopping,
  maintenance: underMaintenance,
})
