import { test } from '@japa/runner'
import { readableModelName } from '../readable_model_name.ts'

test.group('The readable name of a model', () => {
  for (const [id, name] of [
    ['meta-llama/llama-3.1-70b-instruct', 'Llama 3.1 70B Instruct'],
    ['meta-llama/llama-3.3-70b-instruct:free', 'Llama 3.3 70B Instruct'],
    ['claude-3-5-sonnet-20241022', 'Claude 3.5 Sonnet'],
    ['claude-opus-4-1', 'Claude Opus 4.1'],
    ['gpt-4o-mini-2024-07-18', 'GPT 4o Mini'],
    ['llama3.2:latest', 'Llama3.2'],
    ['qwen3:30b', 'Qwen3 30B'],
    ['mixtral-8x7b', 'Mixtral 8x7B'],
    ['MythoMax-L2-13B.Q4_K_M.gguf', 'MythoMax L2 13B'],
    ['/models/Mistral-Nemo-Instruct-2407-Q5_K_M.gguf', 'Mistral Nemo Instruct 2407'],
    ['deepseek-chat', 'Deepseek Chat'],
    ['local', 'Local'],
    ['---', '---'],
  ] as const)
    test(`of ${id} is ${name}`, ({ assert }) => {
      assert.equal(readableModelName(id), name)
    })
})
