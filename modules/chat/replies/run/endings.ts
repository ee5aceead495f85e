import type { ProviderErrorCode } from '#plugins/contract/errors'
import { isDecline, type MessageState, type ReplyEnding } from '../api.ts'
import type { StoredState } from './message_row.ts'

/** The part of a reply that the user was shown. `thinking`: that the model thinks, with or without its reasoning, but no text. */
export type Shown = 'text' | 'thinking' | 'nothing'

/** The effects of an ending. All replies count in the limit per minute. */
export interface Outcome {
  state: ReplyEnding
  isCharged: boolean
  /** The reply is free and counts in the limit of unpaid starts. */
  isUnpaid: boolean
}

/** Why a reply ended. All but `complete` are error codes. */
export type EndingCause =
  | 'complete'
  | 'stopped'
  | 'deleted'
  | 'model_refused'
  | 'unknown_finish'
  | 'reasoning_only'
  | 'empty_reply'
  | 'no_suggestions'
  | 'allowance_spent'
  /** The model refused a message with pictures. */
  | 'picture_refused'
  | 'server_stopping'
  | 'server_lost'
  | ProviderErrorCode

const charged = (state: ReplyEnding): Outcome => ({ state, isCharged: true, isUnpaid: false })
const unpaid = (state: ReplyEnding): Outcome => ({ state, isCharged: false, isUnpaid: true })
const uncounted = (state: ReplyEnding): Outcome => ({ state, isCharged: false, isUnpaid: false })

type Outcomes = Partial<Record<Shown, Outcome>>

/** The user ended the reply. */
const byUser: Outcomes = { text: charged('stopped'), thinking: unpaid('stopped'), nothing: unpaid('stopped') }
/** The model or its vendor declined. What the user wrote decides that, so text that was shown is charged. */
const declined: Outcomes = { text: charged('stopped'), thinking: unpaid('failed'), nothing: unpaid('failed') }
/** The reply isn't usable, but the request of the user may be the reason. */
const unusable: Outcomes = { text: unpaid('broken_off'), thinking: unpaid('failed'), nothing: unpaid('failed') }
/** The provider failed. An outage blocks no user, but output of the model is never free without limit. */
const byProvider: Outcomes = { text: unpaid('broken_off'), thinking: unpaid('failed'), nothing: uncounted('failed') }
/** This server failed, which no user can cause. */
const byServer: Outcomes = {
  text: uncounted('broken_off'),
  thinking: uncounted('failed'),
  nothing: uncounted('failed'),
}

/**
 * All endings of a reply: what was shown, what it costs, and whether it counts in the limit of unpaid starts. Code decides by this table
 * alone, and `docs/endings.md` shows it. A missing outcome can't happen.
 */
export const endings: Readonly<Record<EndingCause, Outcomes>> = {
  complete: { text: charged('written') },
  stopped: byUser,
  deleted: byUser,
  content_filtered: declined,
  model_refused: declined,
  unknown_finish: unusable,
  reasoning_only: { thinking: unpaid('failed'), nothing: unpaid('failed') },
  empty_reply: { nothing: unpaid('failed') },
  /** The text isn't three suggestions. */
  no_suggestions: { thinking: unpaid('failed') },
  /** The model wasn't called. */
  allowance_spent: { nothing: uncounted('failed') },
  context_too_long: unusable,
  bad_request: unusable,
  picture_refused: unusable,
  rate_limited: byProvider,
  unavailable: byProvider,
  timeout: byProvider,
  cut_off: byProvider,
  unauthorized: byProvider,
  quota_exhausted: byProvider,
  misconfigured: byProvider,
  invalid_response: byProvider,
  server_stopping: byServer,
  server_lost: byServer,
}

export interface Ending extends Outcome {
  /** Null for a complete answer, and for an answer that the user stopped after some text. */
  errorCode: Exclude<EndingCause, 'complete'> | null
  text: string
  /** The answer reached its maximum length. */
  isCut: boolean
}

/** Returns the ending of a reply for its cause. `hasThought`: the model has thought before it wrote any text. */
export const endingOf = (
  cause: EndingCause,
  { text, isCut = false, hasThought = false }: { text: string; isCut?: boolean; hasThought?: boolean }
): Ending => {
  const shown: Shown = text !== '' ? 'text' : hasThought ? 'thinking' : 'nothing'
  const outcome = endings[cause][shown]
  if (!outcome) throw new Error(`A reply can't end as ${cause} after ${shown} was shown.`)
  const isPlain = cause === 'complete' || (endings[cause] === byUser && shown === 'text')
  return { ...outcome, errorCode: isPlain ? null : cause, text, isCut }
}

/** Whether a reply that has ended wrote any text. Of the stopped ones, only the user's own stops may have none. */
export const hasText = ({ state, errorCode }: { state: ReplyEnding | 'running'; errorCode: string | null }): boolean =>
  state === 'written' ||
  state === 'broken_off' ||
  (state === 'stopped' && errorCode !== 'stopped' && errorCode !== 'deleted')

/** The state of the message that a reply with text wrote. */
export const messageStateOf = (state: ReplyEnding): MessageState =>
  state === 'written' ? 'complete' : state === 'stopped' ? 'stopped' : 'broken_off'

export const storedStateOf = ({ state, errorCode }: Pick<Ending, 'state' | 'errorCode'>): StoredState =>
  state === 'stopped' && isDecline(errorCode) ? errorCode : messageStateOf(state)
