import type { UpstreamFraming } from '../../kits/model_kit.ts'

export const line = (value: object): string => JSON.stringify(value) + '\n'

const said = (message: object): string =>
  line({
    model: 'kit-model',
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', ...message },
    done: false,
  })

/** Ollama's wire format, with one JSON object per line. The last object has `done`. */
export const framing: UpstreamFraming = {
  contentType: 'application/x-ndjson',
  conversation: (body) => JSON.parse(body).messages,
  opening: said({ content: '' }),
  text: (content) => said({ content }),
  reasoning: (thinking) => said({ content: '', thinking }),
  finish: (reason, usage) =>
    line({
      model: 'kit-model',
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: reason,
      total_duration: 4_883_583_458,
      ...(usage ? { prompt_eval_count: usage.inputTokens, eval_count: usage.outputTokens } : {}),
    }),
  terminator: '',
  errorUnder200: (error) => line({ error }),
  errorBody: (error) => JSON.stringify({ error }),
  garbage: '{"message": {"content": \n',
}
