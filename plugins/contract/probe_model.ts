import { asProviderError } from './errors.ts'
import type { ModelProvider, ModelRequest } from './model.ts'

export interface ModelProbe {
  ok: boolean
  /** A message for the operator. Contains no key. */
  says: string
  /** The model answers, but the operator should act. */
  warns?: true
}

/** The time limit, which is long enough for a server that has to load the model first. */
const timeoutMs = 30_000

/**
 * Requests one word from a model, which checks the address, the key, the model name and the memory in one call. Costs one short reply.
 * Never throws. Thinking alone is no answer.
 */
export async function probeModel(
  streamReply: ModelProvider['streamReply'],
  model: string,
  contextTokens: number
): Promise<ModelProbe> {
  const startedAt = performance.now()
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  const timeout = AbortSignal.timeout(timeoutMs)
  let isThinking = false
  try {
    for await (const part of streamReply(requestFor(model, contextTokens), timeout)) {
      if (part.type === 'text') return { ok: true, says: `answered after ${elapsed()}` }
      if (part.type === 'thinking') isThinking = true
      if (part.type === 'finish') return { ok: false, says: isThinking ? onlyThinks : 'it finished without an answer' }
    }
    if (!timeout.aborted) return { ok: false, says: 'it ended without an answer' }
    if (isThinking) return { ok: true, warns: true, says: `still thinking after ${timeoutMs / 1000} s` }
    return { ok: false, says: `no answer within ${timeoutMs / 1000} s` }
  } catch (error) {
    return { ok: false, says: asProviderError(error).message }
  }
}

const onlyThinks = 'it used up its answer on thinking: raise MODELS_THINKING_TOKENS_MAX'

const requestFor = (model: string, contextTokens: number): ModelRequest => ({
  model,
  system: 'Answer with one word.',
  messages: [{ role: 'user', content: 'Say hello.' }],
  cast: {
    character: { name: 'Assistant', description: '', personality: '' },
    user: { name: 'User', persona: '' },
  },
  contextTokens,
  outputTokensMax: 16,
  sampling: { temperature: 0 },
  stop: [],
  variant: 0,
})
