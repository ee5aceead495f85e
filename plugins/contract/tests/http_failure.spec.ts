import { test } from '@japa/runner'
import { errorInText, failureOfText, hintsOf } from '../error_body.ts'
import { failureOfStatus } from '../http_failure.ts'

const openAi = (message: string, more: object = {}) =>
  JSON.stringify({ error: { message, type: 'invalid_request_error', ...more } })

/** How vendors say that a prompt is too long. */
const tooLong: [vendor: string, status: number, body: string][] = [
  ['OpenAI, by code', 400, openAi('m', { code: 'context_length_exceeded' })],
  [
    'OpenAI',
    400,
    openAi("This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."),
  ],
  [
    'OpenAI, newer',
    400,
    openAi('Your input exceeds the context window of this model. Please adjust your input and try again.'),
  ],
  [
    'OpenAI, a text',
    400,
    openAi("Invalid 'messages[0].content': string too long. Expected a string with maximum length 1048576.", {
      code: 'string_above_max_length',
    }),
  ],
  [
    'Azure',
    400,
    openAi('Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.'),
  ],
  ['Anthropic', 400, openAi('prompt is too long: 213000 tokens > 200000 maximum')],
  [
    'Anthropic, with the limit',
    400,
    openAi(
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again'
    ),
  ],
  [
    'Anthropic, by type',
    413,
    '{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}',
  ],
  [
    'Gemini',
    400,
    '[{"error":{"code":400,"message":"The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).","status":"INVALID_ARGUMENT"}}]',
  ],
  ['Gemini, under 500', 500, openAi('The input token count exceeds the maximum number of tokens allowed 1048575.')],
  [
    'Mistral',
    400,
    '{"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","type":"invalid_request_error"}',
  ],
  [
    'Cohere',
    400,
    '{"message":"too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000."}',
  ],
  ['Groq', 400, openAi('Please reduce the length of the messages or completion.', { code: 'context_length_exceeded' })],
  ['Groq, by message', 400, openAi('Please reduce the length of the messages or completion.')],
  [
    'DeepSeek',
    400,
    openAi(
      "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (66000 in the messages, 4000 in the completion)."
    ),
  ],
  [
    'xAI',
    400,
    '{"code":"Client specified an invalid argument","error":"This model\'s maximum prompt length is 131072 but the request contains 537812 tokens."}',
  ],
  [
    'Together',
    422,
    openAi(
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 512 `max_new_tokens`'
    ),
  ],
  ['Fireworks', 400, openAi('The prompt is too long: 9000, model maximum context length: 8191')],
  [
    'OpenRouter',
    400,
    openAi(
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input)."
    ),
  ],
  [
    'vLLM',
    400,
    '{"object":"error","message":"This model\'s maximum context length is 4096 tokens. However, you requested 5000 tokens.","type":"BadRequestError","code":400}',
  ],
  [
    'vLLM, prompt only',
    400,
    '{"object":"error","message":"The decoder prompt (length 5000) is longer than the maximum model length of 4096."}',
  ],
  [
    'SGLang',
    400,
    '{"object":"error","message":"The input (5000 tokens) is longer than the model\'s context length (4096 tokens)."}',
  ],
  [
    'llama.cpp',
    400,
    '{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error"}}',
  ],
  ['llama.cpp, older', 500, '{"error":{"code":500,"message":"context size exceeded","type":"server_error"}}'],
  [
    'llama-cpp-python',
    500,
    '{"error":{"message":"Requested tokens (5000) exceed context window of 4096","type":"internal_server_error"}}',
  ],
  ['Ollama', 400, '{"error":"the input length exceeds the context length"}'],
  [
    'Ollama, a prompt',
    500,
    '{"error":"input is too large to process. increase the physical batch size, prompt exceeds the available context"}',
  ],
  [
    'LM Studio',
    400,
    '{"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens"}',
  ],
  [
    'LM Studio, to keep',
    400,
    '{"error":"The number of tokens to keep from the initial prompt is greater than the context length."}',
  ],
  ['KoboldCpp', 400, '{"detail":{"msg":"Error: prompt does not fit into the context of 4096 tokens"}}'],
  ['TabbyAPI', 400, '{"detail":"Prompt length 5000 is greater than max_seq_len 4096"}'],
  [
    'Text Generation Inference',
    422,
    '{"error":"Input validation error: `inputs` must have less than 4095 tokens. Given: 5000","error_type":"validation"}',
  ],
  ['Bedrock', 400, '{"message":"Input is too long for requested model."}'],
  [
    'Bedrock, Mistral',
    400,
    '{"message":"Too many input tokens. Max input tokens: 32768, request input token count: 40000"}',
  ],
  ['AI21', 422, '{"detail":"Prompt has 9000 tokens, which is longer than the allowed maximum"}'],
  ['Perplexity', 400, openAi('Input is too long: the maximum input length is 127072 tokens')],
  [
    'GitHub Copilot',
    400,
    openAi('prompt token count of 150000 exceeds the limit of 128000', { code: 'model_max_prompt_tokens_exceeded' }),
  ],
  [
    'MiniMax',
    400,
    '{"base_resp":{"status_code":2013},"error":{"message":"invalid params, context window exceeds limit (2013)"}}',
  ],
  ['Moonshot', 400, openAi('Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)')],
  ['GLM', 400, '{"error":{"code":"1261","message":"Prompt exceeds max length"}}'],
  ['GLM, in Chinese', 400, '{"error":{"code":"1261","message":"Prompt 超长，输入超过最大长度"}}'],
  ['DashScope', 400, openAi('Range of input length should be [1, 30720]')],
  [
    'Baidu',
    400,
    '{"error_code":336007,"error":{"message":"the max input characters is 2000, the length of messages exceeds the limit"}}',
  ],
  [
    'Cerebras',
    400,
    openAi('Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192', {
      code: 'context_length_exceeded',
    }),
  ],
  ['NVIDIA', 422, '{"detail":[{"loc":["body"],"msg":"Input exceeds the maximum sequence length of 4096"}]}'],
  ['a proxy', 413, '<html>413 Request Entity Too Large</html>'],
]

/** Other refusals, which a shorter prompt doesn't help. */
const others: [status: number, body: string, code: string][] = [
  [400, openAi('temperature must be at most 1'), 'bad_request'],
  [
    400,
    openAi("Unsupported parameter: 'max_tokens' is not supported with this model.", { param: 'max_tokens' }),
    'bad_request',
  ],
  [400, openAi('max_tokens is too large: 20000. This model supports at most 16384 completion tokens.'), 'bad_request'],
  [400, openAi('messages: text content blocks must be non-empty'), 'bad_request'],
  [400, openAi('Conversation roles must alternate user/assistant'), 'bad_request'],
  [429, openAi('Rate limit reached: limit 6000 tokens per minute, requested 7000. Input too long.'), 'rate_limited'],
  [401, openAi('Invalid key'), 'unauthorized'],
  [500, openAi('The server had an error while processing your request.', { type: 'server_error' }), 'unavailable'],
  [400, openAi(`Invalid request: ${'word '.repeat(100)} The prompt is too long.`), 'bad_request'],
  [503, '{"message":"upstream connect error"}', 'unavailable'],
]

const codeOf = (status: number, body: string) => failureOfStatus(status, {}, hintsOf(errorInText(body) ?? body)).code

test.group('contract | failures', () => {
  for (const [vendor, status, body] of tooLong)
    test(`recognizes a prompt that is too long: ${vendor}`, ({ assert }) => {
      assert.equal(codeOf(status, body), 'context_too_long')
    })

  test('leaves other refusals as they are')
    .with(others)
    .run(({ assert }, [status, body, code]) => assert.equal(codeOf(status, body), code))

  test('classifies an error under HTTP 200 wherever it is')
    .with([
      ['{"error":{"code":"429","message":"m"}}', 'rate_limited'],
      ['[{"error":{"code":401,"message":"m"}}]', 'unauthorized'],
      ['{"message":"prompt is too long: 9 > 8"}', 'context_too_long'],
      ['{"detail":"Not today"}', 'unavailable'],
      ['<html>', 'invalid_response'],
    ] as const)
    .run(({ assert }, [body, code]) => assert.equal(failureOfText(body).code, code))
})
