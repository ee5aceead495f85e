import type { ModelRequest } from '../../contract/model.ts'
import type { ModelParameters } from './parameters.ts'

/** OpenAI's limit. */
const stopMax = 4

/** https://platform.openai.com/docs/api-reference/chat/create */
export function requestBody(request: ModelRequest, parameters: ModelParameters): string {
  const { limit, temperature, stop, streamUsage, openingCue } = parameters
  const system = request.system === '' ? [] : [{ role: 'system', content: request.system }]
  const needsCue = request.messages[0]?.role === 'assistant' && openingCue !== null
  const cue = needsCue ? [{ role: 'user', content: openingCue }] : []
  return JSON.stringify({
    model: request.model,
    messages: [...system, ...cue, ...request.messages.map(({ role, content }) => ({ role, content }))],
    stream: true,
    ...(streamUsage ? { stream_options: { include_usage: true } } : {}),
    [limit]: request.outputTokensMax,
    ...(temperature ? { temperature: request.temperature } : {}),
    ...(stop && request.stop.length > 0 ? { stop: request.stop.slice(0, stopMax) } : {}),
  })
}
