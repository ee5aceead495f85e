import { codePoints } from '#modules/kernel/text'
import { limits } from '../../limits.ts'
import { isLine } from '../api.ts'
import type { BeginContext, FullContext } from './begin_context.ts'
import { rateLimitRefusal } from './rate_limits.ts'
import { turnsLeftBefore, type BeginOutcome, type ReplyRequest } from './reply_request.ts'

/** Only a send may begin with less than the full context. It has no answer and no group. */
type Context = BeginContext & Partial<FullContext>

/** Returns the outcome of a request that may not begin a reply. Null: a reply may begin. */
export const refuseReply = (request: ReplyRequest, context: Context): BeginOutcome | null =>
  refuseChat(request, context) ??
  refuseKey(request, context) ??
  refuseAnswer(request, context) ??
  (context.running_id ? { kind: 'busy' } : null) ??
  refuseText(request, context) ??
  rateLimitRefusal(context)

const refuseChat = ({ place, content, talk }: ReplyRequest, context: Context): BeginOutcome | null => {
  if ('characterId' in place) {
    if (!context.sheet || context.sight === 'hidden') return { kind: 'no_such_chat' }
    if (context.sight === 'adult_gate') return { kind: 'adult_gate' }
    // A message may open the first chat.
    return context.session_id || content !== null ? null : { kind: 'no_such_chat' }
  }
  if (!context.session_id || !context.is_group) return { kind: 'no_such_chat' }
  const turnsLeft = talk ? turnsLeftBefore(talk) : null
  // The talk was ended, or another turn has begun.
  if (turnsLeft !== null && (context.talk_id !== talk?.id || context.turns_left !== turnsLeft)) return { kind: 'busy' }
  return context.members?.some(({ sight }) => sight === 'adult_gate') ? { kind: 'adult_gate' } : null
}

/** Returns the outcome of a key that was used before. Null: its reply failed, or the answer was deleted, so the key begins another reply. */
export const refuseKey = (request: ReplyRequest, context: Context): BeginOutcome | null => {
  if (isOther(request, context)) return { kind: 'other_content' }
  // The message belongs to another character, or to a deleted chat.
  if (context.user_message_id && !context.session_id) return { kind: 'no_such_chat' }
  const isAnswered = context.reply_state === 'written' || context.reply_state === 'stopped'
  if (context.reply_id && (context.reply_state === 'running' || (isAnswered && !context.reply_deleted)))
    return { kind: 'known', replyId: context.reply_id }
  return context.user_message_id && context.user_message_deleted ? { kind: 'no_such_chat' } : null
}

/** Whether the key was used for another request. */
const isOther = ({ kind, place, content, messageId }: ReplyRequest, context: Context): boolean => {
  const sessionId = 'groupId' in place ? place.groupId : place.sessionId
  if (content !== null) {
    if (context.key_kind !== null) return true
    const isSame = context.user_message_content === content
    const isHere = sessionId === null || context.user_message_session_id === sessionId
    return context.user_message_id !== null && !(isSame && isHere)
  }
  if (context.user_message_id !== null) return true
  if (context.key_kind === null) return false
  if (context.key_kind !== kind) return true
  return kind === 'reply'
    ? context.reply_session_id !== null && context.reply_session_id !== context.session_id
    : context.key_message_id !== (messageId ?? context.session_id)
}

const refuseAnswer = ({ kind }: ReplyRequest, context: Context): BeginOutcome | null => {
  if (kind === 'reply') return null
  if (!context.is_last) return { kind: 'no_such_chat' }
  if (context.is_asked) return null
  return { kind: isLine(kind) ? 'nothing_said' : 'nothing_asked' }
}

const refuseText = ({ kind }: ReplyRequest, { is_hidden, content }: Context): BeginOutcome | null => {
  if (is_hidden) return { kind: 'hidden' }
  return kind === 'continue' && codePoints(content!) > limits.answerMax ? { kind: 'too_long' } : null
}
