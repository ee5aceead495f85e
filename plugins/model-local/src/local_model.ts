import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelProvider, ModelRequest, ReplyPart } from '../../contract/model.ts'
import { writeReply } from './write_reply.ts'

export interface LocalModelOptions {
  /** The pause before each word. 0 writes without pauses. */
  wordDelayMs?: number
}

/** Writes replies on this machine, without network, weights or key. Deterministic. `usage` counts words. */
export function localModel({ wordDelayMs = 25 }: LocalModelOptions = {}): ModelProvider {
  return {
    async *streamReply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
      if (signal.aborted) return
      const reply = writeReply(request.cast, request.messages, request.variant).replaceAll('\0', '').toWellFormed()
      const words = reply.match(/\S+\s*/g) ?? []
      const written = words.slice(0, Math.max(1, request.outputTokensMax))
      for (const text of written) {
        if (wordDelayMs > 0) await sleep(wordDelayMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        yield { type: 'text', text }
      }
      if (signal.aborted) return
      const inputs = [request.system, ...request.messages.map(({ content }) => content)]
      const inputTokens = inputs.reduce((sum, text) => sum + countWords(text), 0)
      const reason = written.length < words.length ? 'length' : 'stop'
      yield { type: 'finish', reason, usage: { inputTokens, outputTokens: written.length } }
    },
  }
}

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0
