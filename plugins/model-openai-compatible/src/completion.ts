import { errorIn, failureOfError } from '../../contract/error_body.ts'
import { ReplyReader } from '../../contract/reply_reader.ts'

/** An unvalidated event, or a whole answer of a server that doesn't stream. Any field may be missing or have another type. */
interface Chunk {
  choices?: Choice[] | null
  usage?: Usage | null
  /** Sent by llama.cpp, in the event with the usage. */
  timings?: { cache_n?: unknown } | null
}

interface Choice {
  delta?: Delta | null
  /** The whole answer. Some servers also send it in the last event of a stream. */
  message?: Delta | null
  /** Sent by servers that mix up the two APIs of OpenAI. */
  text?: unknown
  finish_reason?: unknown
  error?: unknown
}

interface Usage {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  prompt_tokens_details?: { cached_tokens?: unknown } | null
  /** Sent by DeepSeek. */
  prompt_cache_hit_tokens?: unknown
}

interface Delta {
  content?: unknown
  /** The text with which the model declines. Sent by OpenAI. */
  refusal?: unknown
  /** Sent by DeepSeek, xAI, vLLM and llama.cpp. */
  reasoning_content?: unknown
  /** Sent by OpenRouter, Groq and newer versions of vLLM. */
  reasoning?: unknown
  /** Sent by some gateways. */
  thinking?: unknown
}

/** Reads one completion. */
export class Completion extends ReplyReader {
  #hasRefused = false
  #hasText = false

  override done(): void {
    if (this.#hasRefused) this.reason = 'refusal'
    super.done()
  }

  readEvent(chunk: Chunk): string | null {
    if (chunk.usage) this.#count(chunk.usage, chunk.timings?.cache_n)
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
    if (!choice) {
      // The last event may contain usage without a choice. Azure sends an event without a choice first.
      const error = errorIn(chunk)
      if (error) this.fail(failureOfError(error))
      return error || chunk.choices || chunk.usage ? '' : null
    }
    if (choice.error) this.fail(failureOfError(choice.error))
    else this.finish(this.#hasRefused && choice.finish_reason ? 'refusal' : choice.finish_reason)
    const text = this.#textOf(choice)
    if (text) this.#hasText = true
    return text
  }

  #textOf({ delta, message, text }: Choice): string | null {
    const {
      content,
      refusal,
      reasoning_content: thought,
      reasoning,
      thinking,
    } = delta ?? (this.#hasText ? {} : message) ?? {}
    if (refusal) this.#refuse()
    const words = thought || reasoning || thinking
    if (words) this.think(words)
    return this.#contentOf(content ?? text ?? '')
  }

  /** Counts the text of a refusal as thinking, because it isn't the character's answer. */
  #refuse(): void {
    this.#hasRefused = true
    this.think()
    if (this.reason !== null) this.reason = 'refusal'
  }

  #count({ prompt_tokens: inputTokens, completion_tokens: outputTokens, ...usage }: Usage, reused: unknown): void {
    if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return
    const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? reused
    this.usage = { inputTokens, outputTokens, ...(typeof cached === 'number' ? { cachedTokens: cached } : {}) }
  }

  /** Reads a text, or the parts that Mistral's thinking models send: `[{type: 'thinking', …}, {type: 'text', text: '…'}]`. */
  #contentOf(content: unknown): string | null {
    if (typeof content === 'string') return content
    if (!Array.isArray(content)) return null
    let text = ''
    for (const part of content) {
      if (part?.type === 'thinking') this.think(wordsOf(part.thinking))
      if (part?.type === 'text' && typeof part.text === 'string') text += part.text
    }
    return text
  }
}

/** Returns the words of Mistral's thinking, which is a list of texts. */
const wordsOf = (thinking: unknown): string =>
  Array.isArray(thinking) ? thinking.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('') : ''
