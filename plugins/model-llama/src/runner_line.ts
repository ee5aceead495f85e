import type { ModelUsage } from '../../contract/model.ts'
import type { EngineFailureCode } from './engine.ts'

/** One line of the runner's answer. An answer has several `text` lines and an `end`, or fails at any point with an `error`. */
export type RunnerLine =
  | { text: string }
  /** The model is loading or reasoning, or the reply is waiting, or the prompt is being read. */
  | { working: true; isThinking?: true }
  | { end: 'stop' | 'length'; usage: ModelUsage }
  | { error: EngineFailureCode | 'failed'; neededBytes?: number | undefined }
