import { asProviderError } from './errors.ts'
import type { ModelProvider, ModelRequest } from './model.ts'

export interface ModelProbe {
  ok: boolean
  /** A message for the operator. Contains no key. */
  says: string
}

/** The time limit, which is long enough for a server that has to load the model first. */
const timeoutMs = 30_000

/**
 * Requests one word from a model, which checks the address, the key, the model name and the memory in one call. Costs one short reply.
 * Never throws.
 */
export async function probeModel(provider: ModelProvider, model: string, contextTokens: number): Promise<ModelProbe> {
  const startedAt = performance.now()
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    for await (const _ of provider.streamReply(requestFor(model, contextTokens), timeout)) break
    if (timeout.aborted) return { ok: false, says: `no answer within ${timeoutMs / 1000} s` }
    return { ok: true, says: `answered after ${elapsed()}` }
  } catch (error) {
    return { ok: false, says: asProviderError(error).message }
  }
}

const requestFor = (model: string, contextTokens: number): ModelRequest => ({
  model,
  system: 'Answer with one word.',
  messages: [{ role: 'user', content: 'Say hello.' }],
  cast: {
    character: { name: 'Assistant', description: '', personality: '', backstory: '' },
    scenario: '',
    user: { name: 'User', persona: '' },
  },
  contextTokens,
  outputTokensMax: 16,
  sampling: { temperature: 0 },
  stop: [],
  variant: 0,
})
