import { spawn, type IPty } from '@lydell/node-pty'
import { argumentsOf, environmentOf, type CliOptions } from './support.ts'

/** Only a failure waits so long. */
const patienceMs = 60_000

/** A command that runs at a terminal of its own, with a person who reads and types. */
export class Sitting {
  /** All that was written to the terminal, codes and all. */
  written = ''
  /** The exit code, as a shell has it. */
  readonly ended: Promise<number>
  readonly #terminal: IPty
  #hasEnded = false
  #wake = () => {}
  #readUpTo = 0

  constructor(file: string, args: string[], { columns = 100, ...options }: CliOptions & { columns?: number } = {}) {
    this.#terminal = spawn(file, args, {
      name: 'xterm-256color',
      cols: columns,
      rows: 30,
      cwd: options.cwd,
      env: { ...environmentOf(options), TERM: 'xterm-256color' },
    })
    this.#terminal.onData((text) => {
      this.written += text
      this.#wake()
    })
    this.ended = new Promise((resolve) =>
      this.#terminal.onExit(({ exitCode, signal }) => {
        this.#hasEnded = true
        this.#wake()
        resolve(signal ? 128 + signal : exitCode)
      })
    )
  }

  /** What a person would have read, line by line: without codes for colours and the cursor. */
  get text(): string {
    // oxlint-disable-next-line no-control-regex
    return this.written.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]|\u001b[=>]/g, '').replaceAll('\r', '')
  }

  /** Waits until that is written, after what was waited for before. */
  async shows(words: string): Promise<void> {
    const deadline = Date.now() + patienceMs
    for (;;) {
      const at = this.text.indexOf(words, this.#readUpTo)
      if (at !== -1) {
        this.#readUpTo = at + words.length
        return
      }
      if (this.#hasEnded) throw new Error(`It ended without saying ${JSON.stringify(words)}:\n${this.text}`)
      if (Date.now() > deadline) throw new Error(`It never said ${JSON.stringify(words)}:\n${this.text}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  type(keys: string) {
    this.#terminal.write(keys)
  }

  async answer(question: string, answer: string) {
    await this.shows(question)
    this.type(`${answer}\r`)
  }

  leave() {
    if (!this.#hasEnded) this.#terminal.kill('SIGKILL')
  }
}

export const ctrlC = '\u0003'
export const ctrlD = '\u0004'

/** Runs a command at a terminal, and ends it with the test. */
export const atTerminal = async <Value>(
  args: string[],
  options: CliOptions & { columns?: number },
  work: (sitting: Sitting) => Promise<Value>
): Promise<Value> => {
  const sitting = new Sitting(process.execPath, argumentsOf(args), options)
  try {
    return await work(sitting)
  } finally {
    sitting.leave()
  }
}
