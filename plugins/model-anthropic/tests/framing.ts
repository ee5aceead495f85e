import type { UpstreamFraming } from '../../kits/model_kit.ts'

export const event = (value: { type: string; [field: string]: unknown }): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

const delta = (content: object): string => event({ type: 'content_block_delta', index: 0, delta: content })

/** Anthropic's wire format. Two of the eleven input tokens are read from the cache, and five are written to it. */
export const framing: UpstreamFraming = {
  contentType: 'text/event-stream; charset=utf-8',
  conversation: (body) => {
    const { system, messages } = JSON.parse(body)
    return [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages]
  },
  opening:
    event({
      type: 'message_start',
      message: {
        type: 'message',
        role: 'assistant',
        content: [],
        stop_reason: null,
        usage: { input_tokens: 4, cache_creation_input_tokens: 5, cache_read_input_tokens: 2, output_tokens: 1 },
      },
    }) +
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
    event({ type: 'ping' }),
  text: (text) => delta({ type: 'text_delta', text }),
  reasoning: (thinking) =>
    delta({ type: 'thinking_delta', thinking }) + delta({ type: 'signature_delta', signature: thinking }),
  finish: (reason, usage) =>
    event({ type: 'content_block_stop', index: 0 }) +
    event({
      type: 'message_delta',
      delta: { stop_reason: reason === 'length' ? 'max_tokens' : 'end_turn', stop_sequence: null },
      ...(usage ? { usage: { output_tokens: usage.outputTokens } } : {}),
    }),
  terminator: event({ type: 'message_stop' }),
  refused: () =>
    event({ type: 'message_delta', delta: { stop_reason: 'refusal', stop_details: { type: 'refusal' } }, usage: {} }),
  errorUnder200: (message) => event({ type: 'error', error: { type: 'overloaded_error', message } }),
  errorBody: (message) => JSON.stringify({ type: 'error', error: { type: 'kit_error', message } }),
  garbage: 'event: content_block_delta\ndata: {"type": "content_block_delta", "delta": \n\n',
}
