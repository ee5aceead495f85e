import type { ModelUsage } from '../../contract/model.ts'
import type { EngineFailureCode } from './engine.ts'

/** One line of the runner's answer. Several `text`, then `end`; or an `error` at any place. */
export type RunnerLine =
  | { text: string }
  /** The model loads, waits, reads the prompt or reasons. */
  | { working: true }
  | { end: 'stop' | 'length'; usage: ModelUsage }
  | { error: EngineFailureCode | 'failed'; neededBytes?: number | undefined }
