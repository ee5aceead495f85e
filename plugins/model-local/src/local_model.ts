import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelProvider, ModelRequest, ReplyPart } from '../../contract/model.ts'
import { writeReply } from './write_reply.ts'

export interface LocalModelOptions {
  /** The pause before each word. 0 writes without pausing. */
  wordDelayMs?: number
}

/**
 * Writes replies on this machine, from the cast and the conversation alone: no network, no weights, no key.
 * Deterministic: the same request gives the same reply. `usage` counts words.
 */
export function localModel({ wordDelayMs = 25 }: LocalModelOptions = {}): ModelProvider {
  return {
    async *streamReply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
      if (signal.aborted) return
      const reply = writeReply(request.cast, request.messages).replaceAll('\0', '').toWellFormed()
      const words = reply.match(/\S+\s*/g) ?? []
      const written = words.slice(0, Math.max(1, request.outputTokensMax))
      for (const text of written) {
        if (!(await paused(wordDelayMs, signal))) return
        yield { type: 'text', text }
      }
      if (signal.aborted) return
      const inputTokens =
        countWords(request.system) + request.messages.reduce((sum, { content }) => sum + countWords(content), 0)
      const reason = written.length < words.length ? 'length' : 'stop'
      yield { type: 'finish', reason, usage: { inputTokens, outputTokens: written.length } }
    },
  }
}

/** false when the signal fired before the time was over. */
async function paused(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {})
  return !signal.aborted
}

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0
