import type { FilledScript } from '../../prompts/api.ts'

/** The scripts of a prompt in their order, each with the messages that it changes. */
export interface ScriptJob {
  texts: readonly string[]
  scripts: readonly { script: FilledScript; messages: readonly number[] }[]
}

export interface ScriptAnswer {
  texts: string[]
  /** The names of scripts that were skipped. */
  failed: string[]
}
