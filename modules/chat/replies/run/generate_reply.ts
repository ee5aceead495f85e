import type { Logger } from '@adonisjs/core/logger'
import { isBlankMessage } from '#modules/kernel/macros'
import { storable } from '#modules/kernel/text'
import { ProviderError } from '#plugins/contract/errors'
import type { ModelUsage, ReplyPart } from '#plugins/contract/model'
import type { AnswerNames } from '../../prompts/index.ts'
import { AllowanceSpent } from '../allowance.ts'
import { AnswerFilter } from './answer_filter.ts'
import { Continuation } from './continuation.ts'
import { endingOf, endings, type Ending, type EndingCause } from './endings.ts'
import type { RunningReply } from './live_reply.ts'
import type { ShrinkingRequest } from './shrinking_request.ts'
import { readSuggestions } from './read_suggestions.ts'
import { wholeSentences } from './whole_sentences.ts'

/**
 * The maximum length of a reply, in UTF-16 units. Protects memory from a model that ignores its limit. It is many times the longest reply
 * that a tier asks for.
 */
const usualLengthMax = 200_000

export interface GenerateInput {
  live: RunningReply
  request: ShrinkingRequest
  /** Whether listeners may read the reasoning. It tends to quote the prompt. */
  sharesThinking?: boolean
  /** The text that a continuation continues. */
  continues?: string
  /** That text isn't cut. */
  isWhole?: boolean
  /** The model continues that text directly, instead of repeating its last word first. */
  isPrefilled?: boolean
  /** Leaves out an unfinished sentence at the end of a cut answer. */
  endsWhole?: boolean
  /** Reads the whole answer as suggestions. Otherwise there is no text, so the reply is free. */
  suggests?: boolean
  /** The length at which the reply is stopped, in UTF-16 units. */
  lengthMax?: number
}

export type GeneratedReply = Ending & { usage: ModelUsage | null }

/** Calls the model and collects its text. Returns how the reply ends. */
export const generateReply = async (
  logger: Logger,
  {
    live,
    request,
    sharesThinking = false,
    continues = '',
    isWhole = false,
    isPrefilled = false,
    endsWhole = false,
    suggests = false,
    lengthMax = usualLengthMax,
  }: GenerateInput
): Promise<GeneratedReply> => {
  let failure: EndingCause | null = null
  let finish: Finish | null = null
  let hasReasoned = false
  const newReader = () => readerOf(request.names, { continues, isWhole, isPrefilled })
  let reader = newReader()
  /** Where the answer begins in the live text. Before that is reasoning that was shown as text. */
  let answerStart = 0
  try {
    for await (const part of request.stream(live.signal)) {
      if (part.type === 'text') live.append(reader.push(storable(part.text)))
      else if (part.type === 'finish') finish = part
      else if (part.type === 'alive') live.touch()
      else if (part.type === 'retract') {
        // The sent and saved text stays, so that listeners and other processes keep their place. The final message replaces it.
        answerStart = live.length
        reader = newReader()
      } else {
        hasReasoned = true
        live.touch()
        if (sharesThinking && part.text) live.think(storable(part.text))
      }
      if (live.length > lengthMax) live.end('stopped')
      if (reader.hasEnded()) break
    }
  } catch (error) {
    if (!live.earlyEnd) failure = failureOf(logger, live, error)
    if (failure === 'bad_request' && request.hasPictures) failure = 'picture_refused'
  }
  live.append(reader.end())
  const usage = finish?.usage ?? null
  const isCut = finish?.reason === 'length'
  const answer = live.text.slice(answerStart)
  const text = isBlankMessage(answer) ? '' : answer
  const cause = live.earlyEnd ?? failure ?? causeOf(finish, text, hasReasoned)
  if (suggests) return { ...endingOfSuggestions(cause, { text, isCut, hasReasoned, names: request.names }), usage }
  if (cause === 'unknown_finish')
    logger.warn({ replyId: live.identity.id }, 'the model provider ended a reply for an unknown reason')
  // Until listeners get the saved message, they see the unfinished sentence.
  const kept = cause === 'complete' && isCut && endsWhole ? wholeSentences(text) : text
  return { ...endingOf(cause, { text: kept, isCut, hasThought: hasReasoned }), usage }
}

/**
 * Returns functions that turn the model's text into the text of the reply. A model that continues a whole message begins a new one, which
 * may begin with its name. A continuation of a cut message begins within a line, where a name is part of the text.
 */
const readerOf = (
  names: AnswerNames,
  { continues, isWhole, isPrefilled }: { continues: string; isWhole: boolean; isPrefilled: boolean }
) => {
  const continuation = new Continuation(continues, { isPrefilled, isWhole })
  const filter = new AnswerFilter(names, { isContinued: continues !== '' && !isWhole })
  const hasEnded = () => filter.hasEnded
  if (isWhole)
    return {
      push: (text: string) => continuation.push(filter.push(text)),
      end: () => continuation.push(filter.end()) + continuation.end(),
      hasEnded,
    }
  return {
    push: (text: string) => filter.push(continuation.push(text)),
    end: () => filter.push(continuation.end()) + filter.end(),
    hasEnded,
  }
}

interface Suggesting {
  text: string
  isCut: boolean
  hasReasoned: boolean
  names: AnswerNames
}

/** Text that isn't three whole suggestions counts as thinking: it was shown to no user. */
const endingOfSuggestions = (cause: EndingCause, { text, isCut, hasReasoned, names }: Suggesting): Ending => {
  const lines = cause === 'complete' ? readSuggestions(text, { name: names.own, isCut }) : null
  const hasThought = hasReasoned || text !== ''
  if (cause === 'complete')
    return endingOf(lines ? cause : 'no_suggestions', { text: lines?.join('\n') ?? '', hasThought })
  return endingOf(cause, { text: '', hasThought })
}

type Finish = Extract<ReplyPart, { type: 'finish' }>

/** Returns why a reply ended that neither was ended early nor failed. */
const causeOf = (finish: Finish | null, text: string, hasReasoned: boolean): EndingCause => {
  if (finish?.reason === 'filter') return 'content_filtered'
  if (finish?.reason === 'refusal') return 'model_refused'
  if (finish?.reason === 'unknown') return 'unknown_finish'
  if (text) return 'complete'
  // Some providers hide the reasoning. For them, reaching the limit without text means the same.
  return hasReasoned || finish?.reason === 'length' ? 'reasoning_only' : 'empty_reply'
}

const failureOf = (logger: Logger, live: RunningReply, error: unknown): EndingCause => {
  const replyId = live.identity.id
  if (error instanceof AllowanceSpent) return 'allowance_spent'
  if (error instanceof ProviderError) {
    logger.warn({ replyId, code: error.code, status: error.status, reason: error.message }, 'the model provider failed')
    // A provider from npm may be newer than this contract.
    return Object.hasOwn(endings, error.code) ? error.code : 'invalid_response'
  }
  logger.error({ err: error, replyId }, 'the model provider threw an error other than ProviderError')
  return 'invalid_response'
}
