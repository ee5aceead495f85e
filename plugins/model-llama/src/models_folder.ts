import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/* The folder contains models (`*.gguf`), `model.json` with the file name of the model in use, and `runtime/` with llama.cpp. */

export const runtimeOf = (folder: string): string => join(folder, 'runtime')

const choiceOf = (folder: string): string => join(folder, 'model.json')

/** Returns the file name of the model in use, or null if no model is in use. */
export const installedModel = (folder: string): string | null => {
  try {
    const { file } = JSON.parse(readFileSync(choiceOf(folder), 'utf8'))
    return typeof file === 'string' ? file : null
  } catch {
    return null
  }
}

/** Makes this file of the folder the model in use, from the next start. */
export const switchToModel = (folder: string, file: string): void => {
  const draft = `${choiceOf(folder)}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify({ file })}\n`)
  renameSync(draft, choiceOf(folder))
}
