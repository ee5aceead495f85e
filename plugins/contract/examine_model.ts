import { asProviderError } from './errors.ts'
import type { ModelProvider, ModelRequest } from './model.ts'

export interface Examination {
  ok: boolean
  /** A sentence for the operator; names no key. */
  says: string
}

/** So that a model that has to be loaded first still answers. */
const patienceMs = 30_000

/**
 * Whether a model answers, found out by asking it for a word: that alone proves address, key, model and memory at once. It costs what
 * a word costs. Never throws.
 */
export async function examineModel(
  provider: ModelProvider,
  model: string,
  contextTokens: number
): Promise<Examination> {
  const begunAt = performance.now()
  const elapsed = () => `${((performance.now() - begunAt) / 1000).toFixed(1)} s`
  const late = AbortSignal.timeout(patienceMs)
  try {
    for await (const _ of provider.streamReply(requestFor(model, contextTokens), late)) break
    if (late.aborted) return { ok: false, says: `did not answer within ${patienceMs / 1000} s` }
    return { ok: true, says: `answers, after ${elapsed()}` }
  } catch (error) {
    return { ok: false, says: asProviderError(error).message }
  }
}

const requestFor = (model: string, contextTokens: number): ModelRequest => ({
  model,
  system: 'Answer with one word.',
  messages: [{ role: 'user', content: 'Say hello.' }],
  cast: {
    character: { name: 'Nobody', description: '', personality: '', backstory: '' },
    scenario: '',
    user: { name: 'Somebody', persona: '' },
  },
  contextTokens,
  outputTokensMax: 16,
  temperature: 0,
  stop: [],
})
