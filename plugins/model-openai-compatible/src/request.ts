import { ProviderError } from '../../contract/errors.ts'
import type { ModelRequest } from '../../contract/model.ts'

/** OpenAI refuses more. */
const stopMax = 4

/** Throws `misconfigured` for what is no http(s) address. A query (`?api-version=…`) is kept. */
export function completionsUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ProviderError('misconfigured', 'The base URL of the model provider must be an http or https address.')
  }
  url.pathname = url.pathname.replace(/\/+$/, '') + '/chat/completions'
  return url.href
}

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
