import { spawn, type IPty } from '@lydell/node-pty'
import { waitUntil } from '#tests/support/wait_until'
import { argumentsOf, environmentOf, type CliOptions } from './support.ts'

/** A command that runs in a pseudo-terminal. */
export class TerminalSession {
  /** Everything written to the terminal, including control codes. */
  written = ''
  /** Resolves to the exit code, as in a shell. */
  readonly ended: Promise<number>
  readonly #terminal: IPty
  #hasEnded = false
  #readUpTo = 0

  constructor(file: string, args: string[], { columns = 100, ...options }: CliOptions & { columns?: number } = {}) {
    this.#terminal = spawn(file, args, {
      name: 'xterm-256color',
      cols: columns,
      rows: 30,
      cwd: options.cwd,
      env: { ...environmentOf(options), TERM: 'xterm-256color' },
    })
    this.#terminal.onData((text) => (this.written += text))
    this.ended = new Promise((resolve) =>
      this.#terminal.onExit(({ exitCode, signal }) => {
        this.#hasEnded = true
        resolve(signal ? 128 + signal : exitCode)
      })
    )
  }

  /** The output without control codes. */
  get text(): string {
    // oxlint-disable-next-line no-control-regex
    return this.written.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]|\u001b[=>]/g, '').replaceAll('\r', '')
  }

  /** Waits until `words` appear after the previous match. */
  async shows(words: string): Promise<void> {
    const expected = () => `it prints ${JSON.stringify(words)}:\n${this.text}`
    await waitUntil(expected, () => {
      const at = this.text.indexOf(words, this.#readUpTo)
      if (at !== -1) this.#readUpTo = at + words.length
      else if (this.#hasEnded) throw new Error(`It ended before ${expected()}`)
      return at !== -1
    })
  }

  type(keys: string) {
    this.#terminal.write(keys)
  }

  async answer(question: string, answer: string) {
    await this.shows(question)
    this.type(`${answer}\r`)
  }

  kill() {
    if (!this.#hasEnded) this.#terminal.kill('SIGKILL')
  }
}

export const ctrlC = '\u0003'
export const ctrlD = '\u0004'

/** Runs a command in a pseudo-terminal and kills it after `work`. */
export const atTerminal = async <Value>(
  args: string[],
  options: CliOptions & { columns?: number },
  work: (session: TerminalSession) => Promise<Value>
): Promise<Value> => {
  const session = new TerminalSession(process.execPath, argumentsOf(args), options)
  try {
    return await work(session)
  } finally {
    session.kill()
  }
}
