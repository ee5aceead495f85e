import { text } from 'node:stream/consumers'
import { wrongUsage, type Outcome } from './outcome.ts'
import { isTerminal } from './terminal.ts'
import { Unanswered } from './unanswered.ts'

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
  const ended = new AbortController()
  // Ctrl-D on an empty line closes it, and the question would wait for ever.
  const onKey = (_letter: string, key?: { ctrl?: boolean; name?: string }) => {
    if (key?.ctrl && key.name === 'd') setImmediate(() => process.stdin.isPaused() && ended.abort())
  }
  process.stdin.on('keypress', onKey)
  try {
    const module = createPromptModule({ output: process.stderr, signal: ended.signal })
    const answers = await module([{ ...question, name: 'value' } as never])
    return (answers as { value: Value }).value
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'ExitPromptError') throw new Unanswered(message.includes('SIGINT'))
    if (name === 'AbortPromptError') throw new Unanswered(false)
    throw error
  } finally {
    process.stdin.off('keypress', onKey)
  }
}

const isSomething = (answer: string) => answer.trim() !== '' || 'Please answer, or leave with Ctrl-C.'

/** Asks until something is said. */
export const ask = async (message: string) =>
  (await prompt<string>({ type: 'input', message, validate: isSomething })).trim()

/** What is typed doesn't show. */
export const askSecretly = (message: string) =>
  prompt<string>({ type: 'password', message, mask: '*', toggleMask: false, validate: isSomething })

export const confirm = (message: string) => prompt<boolean>({ type: 'confirm', message, default: false })

export const choose = (message: string, choices: readonly string[]) =>
  prompt<string>({ type: 'select', message, choices })

/** All of standard input, without the line break that `echo` adds. A person at a terminal types it unseen. */
export const readPassword = async (message: string) =>
  process.stdin.isTTY ? askSecretly(message) : (await text(process.stdin)).replace(/\r?\n$/, '')

/** Null at a terminal, where it is asked for. Else exit 2, with all that was left out: by how it is given, whether it was. */
export const refuseMissing = (given: Record<string, unknown>): Outcome | null => {
  const missing = Object.keys(given).filter((how) => !given[how])
  if (missing.length === 0 || isTerminal()) return null
  return wrongUsage(`Give ${missing.join(', and ')}: there is no terminal to ask at.`, { code: 'missing', missing })
}
