import { fork, type ChildProcess } from 'node:child_process'
import type { ChatEvent } from '../read_chat_file.ts'
import type { ReadingAnswer, ReadingJob, ReadingRequest } from './reading_job.ts'

/** TypeScript or compiled JavaScript, like this file. */
const script = new URL(`./reading_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

export interface ReadingLimits {
  /** For one batch, and for the start of the process. */
  timeoutMs: number
  memoryMb: number
}

/** `gone`: the process has ended, or couldn't be started. */
type Received = ReadingAnswer | { kind: 'too_slow' } | { kind: 'gone' }

const tooHeavy: ChatEvent = {
  kind: 'refused',
  code: 'too_heavy',
  message: 'This file takes too much work to read. Split it into several chats.',
}

/**
 * Reads a file in a child process with limits of time and memory, and an empty environment. In this process, JSON that fills the memory
 * would end the server; in a thread, too. Reads no faster than the caller takes the events. The process ends with the iteration.
 */
export async function* readInProcess(
  job: ReadingJob,
  { timeoutMs, memoryMb }: ReadingLimits
): AsyncGenerator<ChatEvent> {
  const loaders = process.execArgv.filter((argument) => argument.startsWith('--import'))
  const child = fork(script, [], {
    execArgv: [...loaders, `--max-old-space-size=${memoryMb}`],
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const answers = new Answers(child)
  try {
    const started = await answers.next(timeoutMs)
    if (started.kind !== 'ready') throw new Error(`The process that reads chats could not be started: ${started.kind}`)
    answers.ask({ kind: 'read', job })
    for (;;) {
      answers.ask({ kind: 'next' })
      const answer = await answers.next(timeoutMs)
      if (answer.kind === 'failed') throw new Error(`A chat could not be read: ${answer.message}`)
      if (answer.kind !== 'events') {
        yield tooHeavy
        return
      }
      yield* answer.events
      const last = answer.events.at(-1)
      if (last?.kind === 'end' || last?.kind === 'refused') return
    }
  } finally {
    child.kill('SIGKILL')
  }
}

/** The answers of a child process, one at a time. */
class Answers {
  readonly #child: ChildProcess
  readonly #received: Received[] = []
  #wake: (() => void) | null = null

  constructor(child: ChildProcess) {
    this.#child = child
    const add = (answer: Received) => {
      this.#received.push(answer)
      this.#wake?.()
    }
    child.on('message', (answer: ReadingAnswer) => add(answer))
    child.on('error', () => add({ kind: 'gone' }))
    child.on('exit', () => add({ kind: 'gone' }))
  }

  ask(request: ReadingRequest) {
    // A failure shows as the end of the process.
    this.#child.send(request, () => {})
  }

  async next(timeoutMs: number): Promise<Received> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Received>(
      (resolve) => (timer = setTimeout(() => resolve({ kind: 'too_slow' }), timeoutMs))
    )
    const received = (async (): Promise<Received> => {
      while (this.#received.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
      return this.#received.shift()!
    })()
    return Promise.race([received, late]).finally(() => clearTimeout(timer))
  }
}
