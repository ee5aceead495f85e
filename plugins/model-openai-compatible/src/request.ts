import type { ModelRequest, Reasoning } from '../../contract/model.ts'
import { sampledBy } from '../../contract/sampling_fields.ts'
import { fieldsOf, type ModelParameters } from './parameters.ts'

/** The number of stop sequences that OpenAI allows. */
const stopMax = 4

/** Creates the body of a request: https://platform.openai.com/docs/api-reference/chat/create */
export function requestBody(request: ModelRequest, parameters: ModelParameters): string {
  const { limit, stop, streamUsage, openingCue } = parameters
  const { repetition_penalty: repeatPenalty, ...sampled } = sampledBy(fieldsOf(parameters), request.sampling)
  const system = request.system === '' ? [] : [{ role: 'system', content: request.system }]
  const needsCue = request.messages[0]?.role === 'assistant' && openingCue !== null
  const cue = needsCue ? [{ role: 'user', content: openingCue }] : []
  return JSON.stringify({
    model: request.model,
    messages: [...system, ...cue, ...request.messages.map(({ role, content }) => ({ role, content }))],
    stream: true,
    ...(streamUsage ? { stream_options: { include_usage: true } } : {}),
    [limit]: request.outputTokensMax + (request.reasoning?.tokensMax ?? 0),
    ...reasoningIn(parameters.reasoning, request.reasoning),
    ...sampled,
    // vLLM and OpenRouter use `repetition_penalty`, llama.cpp and LM Studio use `repeat_penalty`.
    ...(repeatPenalty === undefined ? {} : { repetition_penalty: repeatPenalty, repeat_penalty: repeatPenalty }),
    ...(stop && request.stop.length > 0 ? { stop: request.stop.slice(0, stopMax) } : {}),
  })
}

/** Returns the field for reasoning. OpenRouter accepts an effort or a limit: https://openrouter.ai/docs/use-cases/reasoning-tokens */
function reasoningIn(field: ModelParameters['reasoning'], { effort, tokensMax }: Reasoning = {}): object {
  if (field === 'reasoning' && tokensMax !== undefined) return { reasoning: { max_tokens: tokensMax } }
  if (field === 'reasoning' && effort) return { reasoning: { effort } }
  return field === 'reasoning_effort' && effort ? { reasoning_effort: effort } : {}
}
