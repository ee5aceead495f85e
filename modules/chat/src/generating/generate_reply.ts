import type { Logger } from '@adonisjs/core/logger'
import { storable } from '#modules/kernel/text'
import { ProviderError } from '#plugins/contract/errors'
import type { ModelUsage, ReplyPart } from '#plugins/contract/model'
import { Continuation } from './continuation.ts'
import type { Ending } from './end_reply.ts'
import type { LiveReply } from './live_reply.ts'
import type { ShrinkingRequest } from './shrinking_request.ts'

/** Protects memory from a model that ignores its limit. Twenty times the longest reply that a tier asks for. */
const usualLengthMax = 200_000

export interface GenerateInput {
  live: LiveReply
  request: ShrinkingRequest
  /** The text that a continuation continues. */
  continues?: string
  /** A longer text is stopped. In UTF-16 units. */
  lengthMax?: number
}

export type GeneratedReply = Ending & { usage: ModelUsage | null }

/** Calls the model and collects its text. Returns how the reply ends. */
export const generateReply = async (
  logger: Logger,
  { live, request, continues = '', lengthMax = usualLengthMax }: GenerateInput
): Promise<GeneratedReply> => {
  let errorCode: string | null = null
  let finish: Finish | null = null
  let hasReasoned = false
  const continuation = new Continuation(continues)
  try {
    for await (const part of request.stream(live.signal)) {
      if (part.type === 'text') live.append(continuation.push(storable(part.text)))
      else if (part.type === 'finish') finish = part
      else {
        hasReasoned = true
        live.touch()
      }
      if (live.length > lengthMax) live.end('stopped')
    }
  } catch (error) {
    if (!live.earlyEnd) errorCode = errorCodeOf(logger, live, error)
  }
  live.append(continuation.end())
  const usage = finish?.usage ?? null
  const isCut = finish?.reason === 'length'
  const text = live.text.trim() === '' ? '' : live.text
  if (live.earlyEnd === 'stopped' || live.earlyEnd === 'deleted')
    return { state: 'stopped', errorCode: text ? null : live.earlyEnd, text, isCut, usage }
  errorCode = live.earlyEnd ?? errorCode ?? incompleteCode(finish, text, hasReasoned)
  if (errorCode) return { state: text ? 'broken_off' : 'failed', errorCode, text, isCut, usage }
  return { state: 'written', errorCode: null, text, isCut, usage }
}

type Finish = Extract<ReplyPart, { type: 'finish' }>

/** The error code of a reply that finished without a complete answer; null for a complete one. */
const incompleteCode = (finish: Finish | null, text: string, hasReasoned: boolean): string | null => {
  if (finish?.reason === 'filter') return 'content_filtered'
  if (finish?.reason === 'refusal') return 'model_refused'
  if (text) return null
  // Some vendors hide the reasoning. Reaching the limit without text means the same.
  return hasReasoned || finish?.reason === 'length' ? 'reasoning_only' : 'empty_reply'
}

const errorCodeOf = (logger: Logger, live: LiveReply, error: unknown): string => {
  const replyId = live.identity.id
  if (error instanceof ProviderError) {
    logger.warn({ replyId, code: error.code, status: error.status, reason: error.message }, 'the model provider failed')
    return error.code
  }
  logger.error({ err: error, replyId }, 'the model provider threw an error other than ProviderError')
  return 'invalid_response'
}
