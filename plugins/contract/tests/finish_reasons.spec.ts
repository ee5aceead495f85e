import { test } from '@japa/runner'
import { finishMeaning, type FinishMeaning } from '../finish_reasons.ts'

const vendors: [vendor: string, reasons: Record<string, FinishMeaning>][] = [
  [
    'OpenAI, Azure',
    { stop: 'stop', length: 'length', content_filter: 'filter', tool_calls: 'stop', function_call: 'stop' },
  ],
  [
    'Anthropic',
    {
      end_turn: 'stop',
      stop_sequence: 'stop',
      max_tokens: 'length',
      pause_turn: 'length',
      refusal: 'refusal',
      tool_use: 'stop',
      model_context_window_exceeded: 'length',
    },
  ],
  [
    'Gemini and gateways to it',
    {
      STOP: 'stop',
      FINISH_REASON_STOP: 'stop',
      MAX_TOKENS: 'length',
      SAFETY: 'filter',
      RECITATION: 'filter',
      PROHIBITED_CONTENT: 'filter',
      BLOCKLIST: 'filter',
      SPII: 'filter',
      IMAGE_SAFETY: 'filter',
      LANGUAGE: 'filter',
      'content_filter: PROHIBITED_CONTENT': 'filter',
      MALFORMED_FUNCTION_CALL: 'failed',
      OTHER: 'unknown',
      FINISH_REASON_UNSPECIFIED: 'unknown',
    },
  ],
  ['GLM', { sensitive: 'filter', network_error: 'failed', model_context_window_exceeded: 'length' }],
  ['DeepSeek', { insufficient_system_resource: 'failed' }],
  ['Mistral', { model_length: 'length', error: 'failed' }],
  ['vLLM, SGLang', { abort: 'failed', aborted: 'failed' }],
  ['Text Generation Inference', { eos_token: 'stop', stop_sequence: 'stop' }],
  [
    'Cohere',
    {
      COMPLETE: 'stop',
      STOP_SEQUENCE: 'stop',
      MAX_TOKENS: 'length',
      ERROR: 'failed',
      ERROR_TOXIC: 'filter',
      ERROR_LIMIT: 'length',
      TIMEOUT: 'failed',
      USER_CANCEL: 'failed',
    },
  ],
  ['Bedrock', { guardrail_intervened: 'filter', content_filtered: 'filter' }],
  ['watsonx', { token_limit: 'length', time_limit: 'failed', cancelled: 'failed' }],
  ['Baidu, MiniMax', { normal: 'stop', max_output: 'length' }],
  ['Together, Fireworks', { eos: 'stop' }],
  ['Ollama', { stop: 'stop', length: 'length', load: 'unknown', unload: 'unknown' }],
  [
    'names in a familiar form',
    {
      contextWindowExceeded: 'length',
      'max-new-tokens': 'length',
      contentFilter: 'filter',
      upstream_error: 'failed',
      request_timeout: 'failed',
      END_OF_TEXT: 'stop',
      safety_violation: 'filter',
      modelRefused: 'refusal',
    },
  ],
]

test.group('contract | finish reasons', () => {
  for (const [vendor, reasons] of vendors)
    test(`are known: ${vendor}`, ({ assert }) => {
      assert.deepEqual(Object.fromEntries(Object.keys(reasons).map((name) => [name, finishMeaning(name)])), reasons)
    })

  test('are null when missing, and unknown when new', ({ assert }) => {
    for (const missing of [null, undefined, '', 'null', false]) assert.isNull(finishMeaning(missing))
    for (const odd of ['something_new', 7, true, {}]) assert.equal(finishMeaning(odd), 'unknown')
  })
})
