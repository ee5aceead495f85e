import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '#modules/kernel/sql'
import { storable } from '#modules/kernel/text'
import { ProviderError } from '#plugins/contract/errors'
import type { ModelUsage, ReplyPart } from '#plugins/contract/model'
import { Continuation } from './continuation.ts'
import { endReply, type Ending, type EndInput } from './end_reply.ts'
import type { FittingRequest } from './fitting_request.ts'
import type { LiveReply } from './live_reply.ts'
import type { Message } from '../../api.ts'
import { rescueText } from './rescue_text.ts'
import { lastFrame } from './reply_events.ts'
import { readReply } from './read_reply.ts'
import type { ReplyContext } from './reply_context.ts'

/** A reply is cut here whatever the model does: 200 kB is twenty times the longest that any tier asks for. */
const textLengthMax = 200_000

export interface RunInput {
  live: LiveReply
  tier: string
  request: FittingRequest
  characterId: string
  description: string
  /** Of a continuation: what it goes on with. */
  continues?: string
}

/**
 * Writes one reply from its first word to its last event. Runs by itself: whoever asked for it may be long gone. Never throws.
 */
export const runReply = async (context: ReplyContext, input: RunInput): Promise<void> => {
  const { live, tier, characterId, description } = input
  try {
    const { usage, ...ending } = await writeReply(context, input)
    if (usage) input.request.learn(usage)
    const { id: replyId, kind } = live.identity
    const { firstTextMs } = live
    const whole = { ...ending, replyId, kind, owner: context.owner, characterId, description, firstTextMs }
    const ended = await end(context, whole).catch((error) => endWithoutCharge(context, whole, error))
    const { state, errorCode } = ended
    live.finish(ended.lastFrame)
    context.events.tellReply(live.identity, state)
    context.hub.tally.tell({ tier, kind, state, errorCode, firstTextMs, usage })
  } catch (error) {
    context.logger.error(
      { err: error, replyId: live.identity.id },
      'a reply could not be ended: the next sweep does it'
    )
    live.finish(lastFrame('failed', 'server_lost', null))
  } finally {
    context.hub.close(live)
  }
}

/** Calls the model and collects its text; returns how the reply ended. */
const writeReply = async (
  context: ReplyContext,
  { live, request, continues = '' }: RunInput
): Promise<Ending & { usage: ModelUsage | null }> => {
  let errorCode: string | null = null
  let finish: Finish | null = null
  let hasThought = false
  const continuation = new Continuation(continues)
  try {
    for await (const part of request.stream(live.signal)) {
      if (part.type === 'text') live.append(continuation.push(storable(part.text)))
      else if (part.type === 'finish') finish = part
      else {
        hasThought = true
        live.touch()
      }
      if (live.length > textLengthMax) live.end('stopped')
    }
  } catch (error) {
    if (!live.early) errorCode = reasonOf(context, live, error)
  }
  live.append(continuation.end())
  const usage = finish?.usage ?? null
  const isCut = finish?.reason === 'length'
  const text = live.text.trim() === '' ? '' : live.text
  if (live.early === 'stopped' || live.early === 'deleted')
    return { state: 'stopped', errorCode: text ? null : live.early, text, isCut, usage }
  errorCode = live.early ?? errorCode ?? incompleteBecause(finish, text, hasThought)
  if (errorCode) return { state: text ? 'broken_off' : 'failed', errorCode, text, isCut, usage }
  return { state: 'written', errorCode: null, text, isCut, usage }
}

type Finish = Extract<ReplyPart, { type: 'finish' }>

/** The error code of a reply that finished without being a whole answer; null for a whole one. */
const incompleteBecause = (finish: Finish | null, text: string, hasThought: boolean): string | null => {
  if (finish?.reason === 'filter') return 'content_filtered'
  if (finish?.reason === 'refusal') return 'model_refused'
  if (text) return null
  // Some vendors hide the reasoning: then the limit was reached without a word.
  return hasThought || finish?.reason === 'length' ? 'reasoning_only' : 'empty_reply'
}

const reasonOf = ({ logger }: ReplyContext, live: LiveReply, error: unknown): string => {
  const replyId = live.identity.id
  if (error instanceof ProviderError) {
    logger.warn({ replyId, code: error.code, status: error.status, reason: error.message }, 'the model provider failed')
    return error.code
  }
  logger.error({ err: error, replyId }, 'the model provider threw what it may not throw')
  return 'invalid_response'
}

/** How long the end of a reply is tried again. */
const retryForMs = 60_000

/**
 * Ends the reply in the database and gives its last frame. Retries during an outage with the same ids, and reads whether an
 * earlier attempt was committed after all.
 */
const end = async ({ db, logger, timings }: ReplyContext, input: EndInput): Promise<Ended> => {
  const giveUpAt = performance.now() + retryForMs
  for (let attempt = 0; ; attempt++) {
    try {
      const ended = await endReply(db.connection(), input)
      if (ended) return endedAs(input, ended.message)
      return await endedElsewhere(db, input)
    } catch (error) {
      if (!isOutage(error) || performance.now() >= giveUpAt) throw error
      if (attempt === 0)
        logger.warn(
          { err: error, replyId: input.replyId },
          'the database is unavailable at the end of a reply: retrying'
        )
      await sleep(Math.min(100 * 2 ** attempt, timings.tickMs))
    }
  }
}

/** A failed charge must cost neither the text nor the rubies. Retried like the charge. */
const endWithoutCharge = (context: ReplyContext, input: EndInput, error: unknown): Promise<Ended> => {
  context.logger.error({ err: error, replyId: input.replyId }, 'a reply could not be charged: it is kept for nothing')
  return end(context, { ...input, state: input.text ? 'broken_off' : 'failed', errorCode: 'server_lost' })
}

interface Ended extends Pick<Ending, 'state' | 'errorCode'> {
  lastFrame: string
}

const endedAs = ({ state, errorCode }: Pick<Ending, 'state' | 'errorCode'>, message: Message | null): Ended => ({
  state,
  errorCode,
  lastFrame: lastFrame(state, errorCode, message),
})

/** Our own commit whose answer was lost; or another process that took us for dead, or a chat deleted under us. */
const endedElsewhere = async (db: ReplyContext['db'], input: EndInput): Promise<Ended> => {
  const reply = await readReply(db.connection(), input.replyId)
  if (!reply) return endedAs({ state: 'failed', errorCode: 'deleted' }, null)
  if (reply.error_code === 'server_lost' && input.text !== '') {
    const rescued = await rescueText(db.connection(), input)
    // A rescued reroll is one of the answers, but not the selected one.
    if (rescued && input.kind === 'reroll') return endedAs({ state: 'broken_off', errorCode: 'server_lost' }, rescued)
    if (rescued) return endedAs(input, rescued)
  }
  const state = reply.state === 'running' ? 'failed' : reply.state
  return endedAs({ state, errorCode: reply.error_code }, reply.message)
}
