import type { Cast, ModelProvider, ModelRequest, ReplyPart } from '../../contract/model.ts'
import { systemTimers, type Timers } from '../../contract/timers.ts'
import { answerInVoice } from './answer_in_voice.ts'
import { writeExtract } from './extract.ts'
import { parseLines, type Line, type Voice } from './voice.ts'
import { writeReply } from './write_reply.ts'

export interface LocalModelOptions {
  /** The pause before each word. Default 25. 0 writes without pauses. */
  wordDelayMs?: number
  /** Returns the characters that have lines of their own. Called once, for the first reply. */
  voices?: () => readonly Voice[]
  timers?: Timers
}

/** Writes deterministic replies on this machine, without network access, model weights or a key. `usage` counts words. */
export function localModel({
  wordDelayMs = 25,
  voices = () => [],
  timers = systemTimers,
}: LocalModelOptions = {}): ModelProvider {
  let known: readonly Voice[] | undefined
  const parsed = new Map<Voice, readonly Line[]>()
  const linesOf = ({ name, description }: Cast['character']): readonly Line[] => {
    known ??= voices()
    const voice = known.find((each) => each.name === name && each.description === description.trim())
    if (!voice) return []
    const lines = parsed.get(voice) ?? parseLines(voice.lines)
    parsed.set(voice, lines)
    return lines
  }
  const replyTo = ({ cast, messages, variant, sampling: { seed }, lines: count }: ModelRequest): string => {
    if (count) {
      const written = Array.from({ length: count }, (_, index) => writeReply(cast, messages, variant + index, seed))
      return written.map((line, index) => `${index + 1}. ${line}`).join('\n')
    }
    const lines = cast.isForUser ? [] : linesOf(cast.character)
    return answerInVoice(lines, cast, messages, variant, seed) ?? writeReply(cast, messages, variant, seed)
  }
  return {
    takes: () => ['seed'],
    prefills: () => true,
    async *streamReply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
      if (signal.aborted) return
      const { messages, summary } = request
      const text = summary ? writeExtract(summary) : replyTo(request)
      const reply = text.replaceAll('\0', '').toWellFormed()
      const words = reply.match(/\S+\s*/g) ?? []
      const goesOn = messages.at(-1)?.role === 'assistant' && !summary
      if (goesOn && words.length > 0) words[0] = ` ${words[0]}`
      const written = words.slice(0, Math.max(1, request.outputTokensMax))
      for (const word of written) {
        if (wordDelayMs > 0 && !summary) await timers.sleep(wordDelayMs, signal)
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
