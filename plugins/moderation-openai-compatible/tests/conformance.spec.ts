import { test } from '@japa/runner'
import { registerModerationKit } from '../../kits/moderation_kit.ts'
import { openAiCompatibleModeration } from '../index.ts'
import { framing } from './framing.ts'

for (const model of ['omni-moderation-latest', 'text-moderation-latest'])
  test.group(`moderation-openai-compatible | conformance | ${model}`, () => {
    registerModerationKit({
      name: 'moderation-openai-compatible',
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, timeoutMs }) =>
        openAiCompatibleModeration({ baseUrl, apiKey, model, timeoutMs }, { transport }),
      upstream: framing,
    })
  })
