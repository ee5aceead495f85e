import { readableModelName } from '#plugins/contract/readable_model_name'
import { isOutage } from '#modules/kernel/sql'
import { isLine, type ChatDraft, type Message, type ReplyEnding } from '../api.ts'
import type { CreatorShare } from './creator_shares.ts'
import { endReply, type EndInput, type WriterModel } from './end_reply.ts'
import { endingOf } from './endings.ts'
import { generateReply } from './generate_reply.ts'
import type { ReplyPrompt } from '../kept/keep_prompts.ts'
import type { Tier } from '../../prompts/index.ts'
import type { LiveReply } from './live_reply.ts'
import { readReply } from './read_reply.ts'
import type { ReplyContext } from './reply_context.ts'
import type { EndedReply } from './reply_listener.ts'
import { replyUserEvent } from './reply_user_events.ts'
import { rescueDraft, rescueText } from './rescue_text.ts'
import type { ShrinkingRequest } from './shrinking_request.ts'

export interface RunInput {
  live: LiveReply
  tier: Pick<Tier, 'id' | 'name' | 'model'>
  /** A promise while lorebooks are read. */
  request: ShrinkingRequest | Promise<ShrinkingRequest>
  characterId: string
  description: string
  /** Whether listeners may read the reasoning. */
  sharesThinking: boolean
  /** The text that a continuation continues. */
  continues?: string
  /** That text isn't cut. */
  isWhole?: boolean
  /** The model continues that text directly. */
  isPrefilled?: boolean
  /** Leaves out an unfinished sentence at the end of a cut answer. */
  endsWhole: boolean
  /** The whole answer is read as suggestions. */
  suggests?: boolean
  /** Resolves to undefined if no creator gets a share of the charge. */
  share: Promise<CreatorShare | undefined>
  /** Undefined if the prompt isn't kept. */
  prompt?: ReplyPrompt
}

/**
 * Generates one reply from the first request to the last event, with or without listeners. Returns the request, or null if the reply could
 * not be ended. Never throws.
 */
export const runReply = async (context: ReplyContext, input: RunInput): Promise<ShrinkingRequest | null> => {
  const { live, tier, characterId, description } = input
  try {
    const request = input.request instanceof Promise ? await input.request : input.request
    const { usage, ...ending } = await generateReply(context.logger, { ...input, request })
    if (usage) request.learn(usage)
    const { id: replyId, kind, userId, chatSessionId } = live.identity
    const { firstTextMs } = live
    const writer = writerOf(tier, request.writer)
    const tokens = usage && { input: request.inputTokensOf(usage), output: usage.outputTokens }
    const facts = { description, firstTextMs, writer, tokens, share: await input.share }
    const endInput = { ...ending, ...facts, userId, replyId, chatSessionId, kind, owner: context.owner, characterId }
    await context.gates?.('before_end', [chatSessionId])
    const ended = await end(context, endInput).catch((error) => endWithoutCharge(context, endInput, error))
    await context.gates?.('charged', [chatSessionId])
    const { state, errorCode } = ended
    const { isFollowed } = live
    live.finish(ended)
    context.events.publish(userId, replyUserEvent(live.identity, state))
    const { messageId } = live.identity
    if (state === 'written' && !isLine(kind) && !live.identity.isHidden)
      context.hub.reportFinished({ userId, sessionId: chatSessionId, characterId, messageId, kind, isFollowed })
    context.hub.reportEnd({ tier: tier.id, kind, state, errorCode, firstTextMs, usage })
    if (ending.text !== '') input.prompt?.keep(usage, writer)
    return request
  } catch (error) {
    context.logger.error(
      { err: error, replyId: live.identity.id },
      'a reply could not be ended: the next sweep ends it'
    )
    live.finish(endedAs({ state: 'failed', errorCode: 'server_lost' }, null))
    return null
  } finally {
    context.hub.close(live)
  }
}

/** Users know the tier's own model by the name of the tier. */
const writerOf = (
  tier: RunInput['tier'],
  { model: id, name: provider, isFallback }: ShrinkingRequest['writer']
): WriterModel => ({
  name: id === tier.model ? tier.name : readableModelName(id),
  id,
  ...(provider && { provider }),
  ...(isFallback && { isFallback }),
})

type EndInputOfChat = EndInput & { chatSessionId: string }

/** How long the end of a reply is retried. */
const retryForMs = 60_000

/**
 * Ends the reply in the database and returns its last frame. During an outage, retries with the same ids, and checks whether an earlier
 * attempt was committed after all.
 */
const end = async ({ db, logger, timings, timers, gates }: ReplyContext, input: EndInputOfChat): Promise<Ended> => {
  const giveUpAt = timers.monotonicMs() + retryForMs
  for (let attempt = 0; ; attempt++) {
    try {
      const ended = await endReply(db.connection(), input, { isRetry: attempt > 0 })
      if (ended) {
        await gates?.('end_unconfirmed', [input.chatSessionId])
        return endedAs(input, ended.message, draftOf(input))
      }
      return await endedElsewhere(db, input)
    } catch (error) {
      if (!isOutage(error) || timers.monotonicMs() >= giveUpAt) throw error
      if (attempt === 0)
        logger.warn(
          { err: error, replyId: input.replyId },
          'the database is unavailable at the end of a reply: retrying'
        )
      await timers.sleep(Math.min(100 * 2 ** attempt, timings.tickMs))
    }
  }
}

/** Ends the reply without a charge after `end` has failed. Keeps the text and releases the rubies. */
const endWithoutCharge = (context: ReplyContext, input: EndInputOfChat, error: unknown): Promise<Ended> => {
  context.logger.error({ err: error, replyId: input.replyId }, 'a reply could not be charged: it is kept for free')
  return end(context, { ...input, ...endingOf('server_lost', input) })
}

interface Ended extends EndedReply {
  state: ReplyEnding
}

const endedAs = (
  { state, errorCode }: Pick<Ended, 'state' | 'errorCode'>,
  message: Message | null,
  draft: ChatDraft | null = null
): Ended => ({ state, errorCode, message, draft })

const draftOf = ({ kind, text, replyId }: EndInput): ChatDraft | null =>
  isLine(kind) && text !== '' ? { id: replyId, text } : null

/**
 * Returns the end of a reply that had already ended. An earlier attempt was committed but its response was lost, another process swept the
 * reply, or the user's account was closed.
 */
const endedElsewhere = async (db: ReplyContext['db'], input: EndInput): Promise<Ended> => {
  const reply = await readReply(db.connection(), input.userId, input.replyId)
  if (!reply) return endedAs({ state: 'failed', errorCode: 'deleted' }, null)
  if (reply.error_code === 'server_lost' && input.text !== '') {
    if (isLine(input.kind)) {
      await rescueDraft(db.connection(), input)
      return endedAs(input, null, draftOf(input))
    }
    const rescued = await rescueText(db.connection(), { ...input, kind: input.kind })
    // A rescued reroll is one of the answers, but not the selected one.
    if (rescued && input.kind === 'reroll') return endedAs({ state: 'broken_off', errorCode: 'server_lost' }, rescued)
    if (rescued) return endedAs(input, rescued)
  }
  const state = reply.state === 'running' ? 'failed' : reply.state
  return endedAs({ state, errorCode: reply.error_code }, reply.message, reply.draft)
}
