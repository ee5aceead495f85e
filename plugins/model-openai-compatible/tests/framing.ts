import type { UpstreamFraming } from '../../kits/model_kit.ts'

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const chunk = (delta: object, finishReason: string | null = null): string =>
  event({
    id: 'chatcmpl-kit',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  })

/** The wire format of OpenAI-compatible servers. */
export const framing: UpstreamFraming = {
  contentType: 'text/event-stream; charset=utf-8',
  conversation: (body) => JSON.parse(body).messages,
  opening: ': keep-alive\n\n' + chunk({ role: 'assistant', content: '' }),
  text: (content) => chunk({ content }),
  // Splits the reasoning between the fields of two groups of vendors.
  reasoning: (text) =>
    chunk({ reasoning_content: text.slice(0, 4) }) + chunk({ reasoning: text.slice(4), content: null }),
  finish: (reason, usage) =>
    chunk({}, reason) +
    (usage === null
      ? ''
      : event({ choices: [], usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens } })),
  terminator: 'data: [DONE]\n\n',
  filtered: chunk({}, 'content_filter'),
  refused: (words) => chunk({ refusal: words.slice(0, 4) }) + chunk({ refusal: words.slice(4) }) + chunk({}, 'stop'),
  errorUnder200: (message) => event({ error: { message, type: 'server_error', code: null } }),
  errorBody: (message) => JSON.stringify({ error: { message, type: 'kit_error', code: null } }),
  garbage: 'data: {"choices": [{"delta": {"content": \n\n',
}
