import type { UpstreamFraming } from '../../contract/model_suite.ts'

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

/** How __name__ frames a reply: with this the kit plays the vendor. */
export const framing: UpstreamFraming = {
  contentType: 'text/event-stream',
  opening: event({ id: 'reply_1' }),
  text: (text) => event({ text }),
  // Left out for a vendor whose models don't think aloud.
  reasoning: (thought) => event({ thought }),
  finish: (reason, usage) =>
    event({
      done: reason,
      ...(usage ? { usage: { input: usage.inputTokens, output: usage.outputTokens } } : {}),
    }),
  // What comes after the finish, such as `data: [DONE]`; here nothing does.
  terminator: '',
  // Left out for a vendor that says neither.
  filtered: event({ done: 'filter' }),
  refused: () => event({ done: 'refusal' }),
  errorUnder200: (message) => event({ error: { code: 'overloaded', message } }),
  errorBody: (message) => JSON.stringify({ error: { code: 'kit_error', message } }),
  garbage: 'data: {"text": \n\n',
}
