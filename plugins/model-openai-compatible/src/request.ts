import type { ModelRequest } from '../../contract/model.ts'

/** OpenAI refuses more. */
const stopMax = 4

/** https://platform.openai.com/docs/api-reference/chat/create */
export function requestBody(request: ModelRequest): string {
  const system = request.system === '' ? [] : [{ role: 'system', content: request.system }]
  return JSON.stringify({
    model: request.model,
    messages: [...system, ...request.messages.map(({ role, content }) => ({ role, content }))],
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: request.outputTokensMax,
    temperature: request.temperature,
    ...(request.stop.length > 0 ? { stop: request.stop.slice(0, stopMax) } : {}),
  })
}
