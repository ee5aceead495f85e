/** The part of node-llama-cpp that we use. It isn't a dependency, but is imported from the folder that `installRuntime` fills. */
export interface LlamaLibrary {
  getLlama(options: {
    gpu: false
    build: 'never'
    skipDownload: true
    progressLogs: false
    logLevel: 'error'
  }): Promise<{
    loadModel(options: { modelPath: string; loadSignal?: AbortSignal }): Promise<Model>
  }>
  LlamaChat: new (options: { contextSequence: Sequence }) => Chat
}

export interface Model {
  readonly trainContextSize: number
  readonly tokenizer: unknown
  readonly fileInsights: {
    estimateContextResourceRequirements(options: {
      contextSize: number
      modelGpuLayers: number
      sequences: number
    }): { cpuRam: number } | Promise<{ cpuRam: number }>
  }
  createContext(options: {
    contextSize: number
    sequences: number
    threads: number
    batchSize: number
    ignoreMemorySafetyChecks: true
  }): Promise<{ readonly contextSize: number; getSequence(): Sequence }>
}

export type Sequence = object

export type HistoryItem =
  { type: 'system'; text: string } | { type: 'user'; text: string } | { type: 'model'; response: string[] }

export interface Chat {
  readonly chatWrapper: {
    generateContextState(options: { chatHistory: HistoryItem[] }): {
      contextText: { tokenize(tokenizer: unknown): unknown[] }
    }
  }
  generateResponse(
    history: HistoryItem[],
    options: {
      signal: AbortSignal
      stopOnAbortSignal: true
      maxTokens: number
      budgets?: { thoughtTokens: number }
      temperature?: number
      topP?: number
      minP?: number
      topK?: number
      seed: number
      repeatPenalty?: { penalty?: number; presencePenalty?: number; frequencyPenalty?: number }
      customStopTriggers: string[]
      onResponseChunk(chunk: { type?: 'segment'; text: string; tokens: unknown[] }): void
    }
  ): Promise<{ metadata: { stopReason: string } }>
}
