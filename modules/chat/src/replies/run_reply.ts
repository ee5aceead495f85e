import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '#modules/kernel/sql'
import { storable } from '#modules/kernel/text'
import { ProviderError } from '#plugins/contract/errors'
import type { ModelProvider, ModelRequest, ModelUsage } from '#plugins/contract/model'
import { endReply, type Ending, type EndInput } from './end_reply.ts'
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
  provider: ModelProvider
  request: ModelRequest
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

/** Asks the model and gathers its text; says how it went. */
const writeReply = async (
  context: ReplyContext,
  { live, provider, request, continues = '' }: RunInput
): Promise<Ending & { usage: ModelUsage | null }> => {
  let errorCode: string | null = null
  let usage: ModelUsage | null = null
  let isCut = false
  try {
    for await (const part of provider.streamReply(request, live.signal)) {
      if (part.type === 'text') live.append(live.length ? storable(part.text) : joined(continues, storable(part.text)))
      else [isCut, usage] = [part.reason === 'length', part.usage]
      if (live.length > textLengthMax) live.end('stopped')
    }
  } catch (error) {
    if (!live.early) errorCode = reasonOf(context, live, error)
  }
  const text = live.text.trim() === '' ? '' : live.text
  if (live.early === 'stopped' || live.early === 'deleted')
    return { state: 'stopped', errorCode: text ? null : live.early, text, isCut, usage }
  errorCode = live.early ?? errorCode
  if (errorCode) return { state: text ? 'broken_off' : 'failed', errorCode, text, isCut, usage }
  return text
    ? { state: 'written', errorCode: null, text, isCut, usage }
    : { state: 'failed', errorCode: 'empty_reply', text, isCut, usage }
}

/** Models begin an answer without a blank, also where they go on with a sentence. */
const joined = (before: string, text: string) =>
  /[^\s]$/u.test(before) && /^[\p{L}\p{N}*"“‘(]/u.test(text) ? ` ${text}` : text

const reasonOf = ({ logger }: ReplyContext, live: LiveReply, error: unknown): string => {
  const replyId = live.identity.id
  if (error instanceof ProviderError) {
    logger.warn({ replyId, code: error.code, status: error.status, reason: error.message }, 'the model provider failed')
    return error.code
  }
  logger.error({ err: error, replyId }, 'the model provider threw what it may not throw')
  return 'invalid_response'
}

/**
 * Ends the reply in the database and gives its last frame. While the database is away nothing is decided: the same statement is
 * repeated with the same ids, and one that had been committed after all is found out by reading.
 */
const end = async ({ db, logger, timings }: ReplyContext, input: EndInput): Promise<Ended> => {
  for (let attempt = 0; ; attempt++) {
    try {
      const ended = await endReply(db.connection(), input)
      if (ended) return endedAs(input, ended.message)
      return await endedElsewhere(db, input)
    } catch (error) {
      if (!isOutage(error) || attempt >= 600) throw error
      if (attempt === 0)
        logger.warn(
          { err: error, replyId: input.replyId },
          'the database is away at the end of a reply: waiting for it'
        )
      await sleep(Math.min(100 * 2 ** attempt, timings.tickMs))
    }
  }
}

/** A bug of ours in the charge must cost neither the text nor the rubies. */
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
