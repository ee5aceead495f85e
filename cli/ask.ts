import { text } from 'node:stream/consumers'

/** Whether someone is there to answer. Questions go to standard error, so that standard output stays clean. */
export const isTerminal = () => Boolean(process.stdin.isTTY && process.stderr.isTTY)

const prompt = async <Value>(question: {
  type: 'input' | 'password' | 'confirm'
  message: string
  mask?: string
  default?: boolean
}) => {
  const { createPromptModule } = await import('inquirer')
  const answers = await createPromptModule({ output: process.stderr })([{ ...question, name: 'value' }])
  return (answers as { value: Value }).value
}

export const ask = (message: string) => prompt<string>({ type: 'input', message })

/** What is typed doesn't show. */
export const askSecretly = (message: string) => prompt<string>({ type: 'password', message, mask: '*' })

export const confirm = (message: string) => prompt<boolean>({ type: 'confirm', message, default: false })

/** All of standard input, without the line break that `echo` adds. */
export const readStdin = async () => (await text(process.stdin)).replace(/\r?\n$/, '')
