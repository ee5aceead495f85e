import { text } from 'node:stream/consumers'
import { wrongUsage, type Outcome } from './outcome.ts'
import { isTerminal } from './terminal.ts'
import { PromptCanceled } from './prompt_canceled.ts'

interface Question {
  type: 'input' | 'password' | 'confirm' | 'select'
  message: string
  mask?: string
  toggleMask?: boolean
  default?: boolean
  choices?: readonly string[]
  validate?: (answer: string) => true | string
}

const prompt = async <Value>(question: Question) => {
  const { createPromptModule } = await import('inquirer')
  const closed = new AbortController()
  // Ctrl-D on an empty line closes standard input. Without this handler, the prompt would wait forever.
  const onKey = (_letter: string, key?: { ctrl?: boolean; name?: string }) => {
    if (key?.ctrl && key.name === 'd') setImmediate(() => process.stdin.isPaused() && closed.abort())
  }
  process.stdin.on('keypress', onKey)
  try {
    const module = createPromptModule({ output: process.stderr, signal: closed.signal })
    const answers = await module([{ ...question, name: 'value' } as never])
    return (answers as { value: Value }).value
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'ExitPromptError') throw new PromptCanceled(message.includes('SIGINT'))
    if (name === 'AbortPromptError') throw new PromptCanceled(false)
    throw error
  } finally {
    process.stdin.off('keypress', onKey)
  }
}

const isNotBlank = (answer: string) => answer.trim() !== '' || 'Please answer, or cancel with Ctrl-C.'

export const ask = async (message: string) =>
  (await prompt<string>({ type: 'input', message, validate: isNotBlank })).trim()

export const askSecretly = (message: string) =>
  prompt<string>({ type: 'password', message, mask: '*', toggleMask: false, validate: isNotBlank })

export const confirm = (message: string) => prompt<boolean>({ type: 'confirm', message, default: false })

export const choose = (message: string, choices: readonly string[]) =>
  prompt<string>({ type: 'select', message, choices })

/** Reads standard input without a trailing line break, or prompts with hidden input at a terminal. */
export const readPassword = async (message: string) =>
  process.stdin.isTTY ? askSecretly(message) : (await text(process.stdin)).replace(/\r?\n$/, '')

/**
 * Returns null at a terminal, which can prompt, or if nothing is missing. Otherwise returns wrong usage that lists the missing arguments.
 * `given` maps a description of each argument to its value.
 */
export const refuseMissing = (given: Record<string, unknown>): Outcome | null => {
  const missing = Object.keys(given).filter((description) => !given[description])
  if (missing.length === 0 || isTerminal()) return null
  return wrongUsage(`Missing: ${missing.join(', and ')}. There is no terminal to ask at.`, { code: 'missing', missing })
}
