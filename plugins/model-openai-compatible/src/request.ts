import {
  outputLimitOf,
  type ModelMessage,
  type ModelPicture,
  type ModelRequest,
  type Reasoning,
} from '../../contract/model.ts'
import { sampledBy } from '../../contract/sampling_fields.ts'
import { fieldsOf, type ModelParameters } from './parameters.ts'

/** The number of stop sequences that OpenAI allows. */
const stopMax = 4

/** Creates the body of a request: https://platform.openai.com/docs/api-reference/chat/create */
export function requestBody(request: ModelRequest, parameters: ModelParameters): string {
  const { limit, stop, stream, streamUsage } = parameters
  const { repetition_penalty: repeatPenalty, ...sampled } = sampledBy(fieldsOf(parameters), request.sampling)
  return JSON.stringify({
    model: request.model,
    messages: messagesOf(request, parameters).map(sentMessage),
    stream,
    ...(streamUsage ? { stream_options: { include_usage: true } } : {}),
    [limit]: outputLimitOf(request),
    ...reasoningIn(parameters.reasoning, request.reasoning),
    ...sampled,
    // vLLM and OpenRouter use `repetition_penalty`, llama.cpp and LM Studio use `repeat_penalty`.
    ...(repeatPenalty === undefined ? {} : { repetition_penalty: repeatPenalty, repeat_penalty: repeatPenalty }),
    ...(stop && request.stop.length > 0 ? { stop: request.stop.slice(0, stopMax) } : {}),
  })
}

interface Message {
  role: ModelMessage['role'] | 'system'
  content: string
  pictures?: readonly ModelPicture[]
}

/** Sends pictures as the Chat Completions API wants them: https://platform.openai.com/docs/guides/images-vision */
const sentMessage = ({ role, content, pictures = [] }: Message) =>
  pictures.length === 0
    ? { role, content }
    : {
        role,
        content: [
          { type: 'text', text: content },
          ...pictures.map(({ type, base64 }) => ({
            type: 'image_url',
            image_url: { url: `data:${type};base64,${base64}` },
          })),
        ],
      }

/** Returns the messages in the roles that the model accepts. */
export function messagesOf(
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>,
  { system: role, alternates, openingCue }: ModelParameters
): Message[] {
  const all: Message[] = system === '' ? [] : [{ role, content: system }]
  if (messages[0]?.role === 'assistant' && openingCue !== null) all.push({ role: 'user', content: openingCue })
  all.push(
    ...messages.map(({ role: author, content, pictures }) => ({ role: author, content, ...(pictures && { pictures }) }))
  )
  if (!alternates && role !== 'user') return all
  const joined: Message[] = []
  for (const message of all) {
    const before = joined.at(-1)
    // Without alternating roles, only the system prompt is joined with the message after it.
    const isJoined = before?.role === message.role && (alternates || joined.length === 1)
    if (isJoined) joined[joined.length - 1] = joinedMessage(before!, message)
    else joined.push(message)
  }
  return joined
}

const joinedMessage = (before: Message, { content, pictures = [] }: Message): Message => {
  const all = [...(before.pictures ?? []), ...pictures]
  return { role: before.role, content: `${before.content}\n\n${content}`, ...(all.length > 0 && { pictures: all }) }
}

/** Returns the field for reasoning. OpenRouter accepts an effort or a limit: https://openrouter.ai/docs/use-cases/reasoning-tokens */
function reasoningIn(field: ModelParameters['reasoning'], { effort, tokensMax }: Reasoning = {}): object {
  if (field === 'reasoning' && tokensMax !== undefined) return { reasoning: { max_tokens: tokensMax } }
  if (field === 'reasoning' && effort) return { reasoning: { effort } }
  return field === 'reasoning_effort' && effort ? { reasoning_effort: effort } : {}
}
