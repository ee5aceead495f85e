import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ModelRequest, ModelUsage } from '../../contract/model.ts'
import type { Chat, HistoryItem, LlamaLibrary, Model } from './llama_library.ts'
import { runtimeOf } from './models_folder.ts'
import { planMemory } from './plan_memory.ts'

export type EngineFailureCode = 'no_runtime' | 'no_model' | 'no_memory' | 'context_too_long' | 'busy'

export class EngineFailure extends Error {
  constructor(
    readonly code: EngineFailureCode,
    readonly neededBytes?: number
  ) {
    super(code)
  }
}

export type EngineRequest = Pick<
  ModelRequest,
  'system' | 'messages' | 'outputTokensMax' | 'sampling' | 'stop' | 'variant'
> & {
  /** The tokens for reasoning, on top of `outputTokensMax`. Undefined in a request of an older server. */
  thinkingTokensMax?: number
}

export interface EngineResult {
  reason: 'stop' | 'length'
  usage: ModelUsage
}

const waitingMax = 64

/** Below this size, a model runs on one thread, because several threads would slow it down. */
const oneThreadBytes = 100_000_000

/** The batch size for reading a prompt. A stop takes effect between two batches, so small batches stop sooner. */
const batchTokens = 256

/** A loaded model. Answers several chats at once. Further chats wait in a queue. */
export class Engine {
  readonly #model: Model
  readonly #contextTokens: number
  /** The free slots, the most recently used last. `key` is the beginning of the chat that the slot has in memory. */
  readonly #free: { chat: Chat; key: string }[]
  readonly #waiting: (() => void)[] = []

  private constructor(model: Model, contextTokens: number, chats: Chat[]) {
    this.#model = model
    this.#contextTokens = contextTokens
    this.#free = chats.map((chat) => ({ chat, key: '' }))
  }

  /** Loads a model from the folder. Throws `EngineFailure`. */
  static async open(folder: string, file: string, availableBytes = process.availableMemory()): Promise<Engine> {
    const modelPath = join(folder, file)
    const modelBytes = statSync(modelPath, { throwIfNoEntry: false })?.size
    if (modelBytes === undefined) throw new EngineFailure('no_model')
    if (modelBytes > availableBytes) throw new EngineFailure('no_memory', modelBytes)
    const library = await importLibrary(folder)
    const llama = await library
      .getLlama({ gpu: false, build: 'never', skipDownload: true, progressLogs: false, logLevel: 'error' })
      .catch((cause) => failWith('no_runtime', cause))
    const model = await llama.loadModel({ modelPath }).catch((cause) => failWith('no_model', cause))
    const plan = await planMemory({
      availableBytes,
      modelBytes,
      trainedTokens: model.trainContextSize,
      contextBytes: async ({ contextTokens, chats }) => {
        const needs = { contextSize: contextTokens, modelGpuLayers: 0, sequences: chats }
        return (await model.fileInsights.estimateContextResourceRequirements(needs)).cpuRam
      },
    })
    if ('neededBytes' in plan) throw new EngineFailure('no_memory', plan.neededBytes)
    const context = await model.createContext({
      contextSize: plan.contextTokens,
      sequences: plan.chats,
      // A thread that waits for a busy processor delays all other threads, so one processor is left to the server.
      threads: modelBytes < oneThreadBytes ? 1 : Math.max(1, availableParallelism() - 1),
      batchSize: batchTokens,
      ignoreMemorySafetyChecks: true,
    })
    const chats = Array.from(
      { length: plan.chats },
      () => new library.LlamaChat({ contextSequence: context.getSequence() })
    )
    return new Engine(model, plan.contextTokens, chats)
  }

  /** Writes one reply. `onThought` reports reasoning, which is never text. When the signal fires, returns early, after the text so far. */
  async write(
    request: EngineRequest,
    { signal, onText, onThought }: { signal: AbortSignal; onText(text: string): void; onThought(): void }
  ): Promise<EngineResult> {
    const history = historyOf(request)
    const key = JSON.stringify(history.slice(0, 3))
    const slot = await this.#take(key, signal)
    try {
      const { contextText } = slot.chat.chatWrapper.generateContextState({ chatHistory: history })
      const inputTokens = contextText.tokenize(this.#model.tokenizer).length
      if (inputTokens + request.outputTokensMax > this.#contextTokens) throw new EngineFailure('context_too_long')
      // Reasoning only gets what the context has left.
      const room = this.#contextTokens - inputTokens - request.outputTokensMax
      const thoughtTokens = Math.min(request.thinkingTokensMax ?? 0, room)
      let outputTokens = 0
      const { metadata } = await slot.chat.generateResponse(history, {
        signal,
        stopOnAbortSignal: true,
        maxTokens: request.outputTokensMax + thoughtTokens,
        ...(thoughtTokens > 0 && { budgets: { thoughtTokens } }),
        ...samplingOf(request),
        customStopTriggers: [...request.stop],
        onResponseChunk({ type, text, tokens }) {
          outputTokens += tokens.length
          if (type === 'segment') onThought()
          else if (text !== '') onText(text)
        },
      })
      const reason = metadata.stopReason === 'maxTokens' ? 'length' : 'stop'
      return { reason, usage: { inputTokens, outputTokens } }
    } finally {
      this.#free.push(slot)
      this.#waiting.shift()?.()
    }
  }

  /** Takes the slot that has this chat in memory, so that only new messages are read. Otherwise, takes the least recently used slot. */
  async #take(key: string, signal: AbortSignal) {
    if (this.#waiting.length >= waitingMax) throw new EngineFailure('busy')
    while (this.#free.length === 0) await this.#turn(signal)
    signal.throwIfAborted()
    const at = this.#free.findIndex((slot) => slot.key === key)
    const [slot] = this.#free.splice(Math.max(0, at), 1)
    slot!.key = key
    return slot!
  }

  #turn(signal: AbortSignal) {
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(signal.reason)
      }
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(enter)
    })
  }
}

const importLibrary = async (folder: string): Promise<LlamaLibrary> => {
  const path = join(runtimeOf(folder), 'node_modules/node-llama-cpp/dist/index.js')
  return import(pathToFileURL(path).href).catch((cause) => failWith('no_runtime', cause))
}

const failWith = (code: EngineFailureCode, cause: unknown): never => {
  // Written to the log file, because llama.cpp's messages contain the file and the reason.
  console.error(cause)
  throw new EngineFailure(code)
}

const historyOf = ({ system, messages }: EngineRequest): HistoryItem[] => [
  ...(system === '' ? [] : [{ type: 'system' as const, text: system }]),
  ...messages.map(({ role, content }): HistoryItem =>
    role === 'user' ? { type: 'user', text: content } : { type: 'model', response: [content] }
  ),
  // The empty answer, which the model fills in.
  { type: 'model', response: [] },
]

/** Returns the sampling of a request. Without a seed, the same request gets the same reply, and a reroll gets another reply. */
const samplingOf = (request: EngineRequest) => {
  const { temperature, topP, minP, topK, seed, ...penalties } = request.sampling
  const { repetitionPenalty: penalty, presencePenalty, frequencyPenalty } = penalties
  const isPenalised = [penalty, presencePenalty, frequencyPenalty].some((value) => value !== undefined)
  return {
    ...defined({ temperature, topP, minP, topK }),
    seed: seed ?? seedOf(request),
    ...(isPenalised && { repeatPenalty: { penalty: 1, ...defined({ penalty, presencePenalty, frequencyPenalty }) } }),
  }
}

const defined = (values: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Record<string, number>

const seedOf = ({ system, messages, variant }: EngineRequest): number =>
  createHash('sha256')
    .update(JSON.stringify([system, messages, variant]))
    .digest()
    .readUInt32LE() >>> 1
