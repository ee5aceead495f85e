import type { UpstreamFraming } from '../../kits/model_kit.ts'

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

/** The wire format of __name__. The kit uses it to simulate the vendor. */
export const framing: UpstreamFraming = {
  contentType: 'text/event-stream',
  conversation: (body) => {
    const { system, messages } = JSON.parse(body)
    return [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages]
  },
  opening: event({ id: 'reply_1' }),
  text: (text) => event({ text }),
  // Omit if the vendor sends no reasoning.
  reasoning: (thought) => event({ thought }),
  finish: (reason, usage) =>
    event({
      done: reason,
      ...(usage ? { usage: { input: usage.inputTokens, output: usage.outputTokens } } : {}),
    }),
  // The text after the last event, such as `data: [DONE]`.
  terminator: '',
  // Omit `filtered` or `refused` if the vendor doesn't report it.
  filtered: event({ done: 'filter' }),
  refused: () => event({ done: 'refusal' }),
  errorUnder200: (message) => event({ error: { code: 'overloaded', message } }),
  errorBody: (message) => JSON.stringify({ error: { code: 'kit_error', message } }),
  garbage: 'data: {"text": \n\n',
}
