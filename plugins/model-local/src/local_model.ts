import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelProvider, ModelRequest, ReplyPart } from '../../contract/model.ts'
import { writeExtract } from './extract.ts'
import { writeReply } from './write_reply.ts'

export interface LocalModelOptions {
  /** The pause before each word. Default 25. 0 writes without pauses. */
  wordDelayMs?: number
}

/** Writes deterministic replies on this machine, without network access, model weights or a key. `usage` counts words. */
export function localModel({ wordDelayMs = 25 }: LocalModelOptions = {}): ModelProvider {
  return {
    takes: () => ['seed'],
    prefills: () => true,
    async *streamReply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
      if (signal.aborted) return
      const { cast, messages, summary, variant, sampling } = request
      const text = summary ? writeExtract(summary) : writeReply(cast, messages, variant, sampling.seed)
      const reply = text.replaceAll('\0', '').toWellFormed()
      const words = reply.match(/\S+\s*/g) ?? []
      const goesOn = messages.at(-1)?.role === 'assistant' && !summary
      if (goesOn && words.length > 0) words[0] = ` ${words[0]}`
      const written = words.slice(0, Math.max(1, request.outputTokensMax))
      for (const word of written) {
        if (wordDelayMs > 0 && !summary) await sleep(wordDelayMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        yield { type: 'text', text: word }
      }
      if (signal.aborted) return
      const inputs = [request.system, ...messages.map(({ content }) => content)]
      const inputTokens = inputs.reduce((sum, text) => sum + countWords(text), 0)
      const reason = written.length < words.length ? 'length' : 'stop'
      yield { type: 'finish', reason, usage: { inputTokens, outputTokens: written.length } }
    },
  }
}

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0
