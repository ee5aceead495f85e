import { outputLimitOf, type ModelMessage, type ModelRequest, type Reasoning } from '../../contract/model.ts'
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
    messages: messagesOf(request, parameters),
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
}

/** Returns the messages in the roles that the model accepts. */
export function messagesOf(
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>,
  { system: role, alternates, openingCue }: ModelParameters
): Message[] {
  const all: Message[] = system === '' ? [] : [{ role, content: system }]
  if (messages[0]?.role === 'assistant' && openingCue !== null) all.push({ role: 'user', content: openingCue })
  all.push(...messages.map(({ role: author, content }) => ({ role: author, content })))
  if (!alternates && role !== 'user') return all
  const joined: Message[] = []
  for (const message of all) {
    const before = joined.at(-1)
    // Without alternating roles, only the system prompt is joined with the message after it.
    const isJoined = before?.role === message.role && (alternates || joined.length === 1)
    if (isJoined) joined[joined.length - 1] = { ...before!, content: `${before!.content}\n\n${message.content}` }
    else joined.push(message)
  }
  return joined
}

/** Returns the field for reasoning. OpenRouter accepts an effort or a limit: https://openrouter.ai/docs/use-cases/reasoning-tokens */
function reasoningIn(field: ModelParameters['reasoning'], { effort, tokensMax }: Reasoning = {}): object {
  if (field === 'reasoning' && tokensMax !== undefined) return { reasoning: { max_tokens: tokensMax } }
  if (field === 'reasoning' && effort) return { reasoning: { effort } }
  return field === 'reasoning_effort' && effort ? { reasoning_effort: effort } : {}
}
