import type { UpstreamFraming } from '../../kits/model_kit.ts'

export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const chunk = (text: string, finishReason: string | null = null): string =>
  event({ id: 'cmpl-kit', object: 'text_completion', choices: [{ index: 0, text, finish_reason: finishReason }] })

/** The wire format of OpenAI's older completions API, which has no chats. */
export const framing: UpstreamFraming = {
  contentType: 'text/event-stream',
  conversation: (body) => JSON.parse(body).prompt,
  opening: ': keep-alive\n\n',
  text: (delta) => chunk(delta),
  finish: (reason, usage) =>
    chunk('', reason) +
    (usage === null
      ? ''
      : event({ choices: [], usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens } })),
  terminator: 'data: [DONE]\n\n',
  filtered: chunk('', 'content_filter'),
  errorUnder200: (message) => event({ error: { message, type: 'server_error', code: null } }),
  errorBody: (message) => JSON.stringify({ error: { message, type: 'kit_error', code: null } }),
  garbage: 'data: {"choices": [{"text": \n\n',
}
