import { Adaptations } from '../../contract/adaptations.ts'
import { outputLimitOf, type ModelMessage, type ModelProvider, type ModelRequest } from '../../contract/model.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { ProviderError } from '../../contract/errors.ts'
import { sentConversation } from '../../contract/sent_conversation.ts'
import { readReply } from '../../contract/read_reply.ts'
import type { EngineRequest } from './engine.ts'
import { ReplyLines } from './reply_lines.ts'
import { runnerTransport } from './runner_transport.ts'

export { contextTokensMax } from './plan_memory.ts'

export interface LlamaModelOptions {
  /** The absolute path of the folder in which `npm run cli -- get-model` stores models. */
  folder: string
}

const sampled = [
  'temperature',
  'topP',
  'minP',
  'topK',
  'repetitionPenalty',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
] as const

/** Streams replies of a model file on this machine. `model` in requests is the name of the file in the folder. */
export function llamaModel({ folder }: LlamaModelOptions): ModelProvider {
  const adaptations = new Adaptations()
  return {
    takes: () => sampled,
    conversation: (request) => sentConversation({}, { ...request, messages: openedByUser(request.messages) }),
    adaptations,
    streamReply: (request, signal) =>
      readReply(
        {
          transport: runnerTransport(folder, request.model),
          call: () => ({ method: 'POST', url: 'http://runner/', headers: {}, body: requestBody(request) }),
          reader: new ReplyLines(request.model),
          model: request.model,
          adaptations,
          failureOfStatus: (status, headers) => failureOfStatus(status, headers),
          failureOfText: () => new ProviderError('invalid_response', 'The process for the model sent no reply.'),
        },
        signal
      ),
  }
}

/** The user message before a chat that the character opens, which many templates would refuse. */
const openingCue: ModelMessage = { role: 'user', content: '[The scene begins.]' }

const openedByUser = (messages: readonly ModelMessage[]) =>
  messages[0]?.role === 'user' ? messages : [openingCue, ...messages]

const requestBody = (request: ModelRequest): string => {
  const { system, messages, outputTokensMax, sampling, stop, variant } = request
  const thinkingTokensMax = outputLimitOf(request) - outputTokensMax
  return JSON.stringify({
    system,
    messages: openedByUser(messages),
    outputTokensMax,
    thinkingTokensMax,
    sampling,
    stop,
    variant,
  } satisfies EngineRequest)
}
