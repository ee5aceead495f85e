import { fillScript, scriptsFor, type ChatScript, type FilledScript, type ScriptedText } from '#modules/chat/api'
import { gapKey } from '../reply/message_store.ts'
import { shownPart, type ChatNames } from '../shown_text.ts'
import type { ScriptsRequest } from './scripts_worker.ts'

/** The time for the scripts of one message. Then the message is shown as written. */
export const timeoutMs = 100
/** After so many messages that took too long, no more scripts run. */
const timeoutsMax = 10
/** The number of results that are kept. */
const resultsMax = 2_000
/** Messages render again after so many results, and after the last one. */
const resultsPerRender = 25

interface Job {
  key: string
  text: string
  scripts: readonly FilledScript[]
}

type Store = Pick<ChatNames['store'], 'item' | 'snapshot'> & { subscribe: (listener: () => void) => () => void }

const startWorker = () => new Worker(new URL('./scripts_worker.ts', import.meta.url), { type: 'module' })

/** Shows the messages of a chat as the scripts of its character change them. Runs the scripts in a worker, which it ends when they take too long. */
export class DisplayScripts {
  readonly #scripts: readonly ChatScript[]
  readonly #filled: readonly FilledScript[]
  readonly #store: Store
  readonly #hasDepths: boolean
  readonly #results = new Map<string, string>()
  readonly #failed = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #jobs = new Map<string, Job>()
  #worker: Worker | null = null
  #running: Job | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #timeouts = 0
  #unshown = 0

  constructor(scripts: readonly ChatScript[], names: ChatNames, store: Store) {
    this.#scripts = scripts
    this.#filled = scripts.map((script) => {
      const { char = names.macros.char } = script
      return fillScript(script, (text) => shownPart(text, { macros: { ...names.macros, char } }))
    })
    this.#store = store
    this.#hasDepths = scripts.some(({ minDepth, maxDepth }) => minDepth !== null || maxDepth !== null)
  }

  /** The names of scripts that were skipped. */
  get failed(): string[] {
    return [...this.#failed]
  }

  /** Whether scripts took too long too often, and no longer run. */
  get isStopped(): boolean {
    return this.#timeouts >= timeoutsMax
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    // A later message changes the depth of the ones before it.
    const unsubscribe = this.#hasDepths ? this.#store.subscribe(listener) : () => {}
    return () => {
      this.#listeners.delete(listener)
      unsubscribe()
    }
  }

  /** Returns the changed text of a message. Until it is known, the text as written. */
  textOf(messageKey: string, text: string): string {
    const job = this.#jobOf(messageKey, text)
    return (job && this.#results.get(job.key)) ?? text
  }

  /** Runs the scripts on a message, unless its result is known. */
  request(messageKey: string, text: string): void {
    const job = this.#jobOf(messageKey, text)
    if (!job || this.#results.has(job.key) || this.#running?.key === job.key || this.isStopped) return
    this.#jobs.set(job.key, job)
    this.#next()
  }

  stop(): void {
    this.#jobs.clear()
    this.#endWorker()
  }

  /** Null for a message that no script changes, and while it is being written. */
  #jobOf(messageKey: string, text: string): Job | null {
    const item = this.#store.item(messageKey)
    if (!item || (item.status !== 'sent' && item.status !== 'unanswered') || item.writing !== null) return null
    const { keys } = this.#store.snapshot()
    const at = keys.lastIndexOf(messageKey)
    // Messages above the gap are deeper than any that scripts count.
    const isBeforeGap = at < keys.indexOf(gapKey)
    const depth = isBeforeGap ? Infinity : this.#hasDepths ? keys.length - 1 - at : 0
    // In a group, the scripts of a member change its own answers.
    const own = this.#scripts.filter(({ characterId = item.characterId }) => characterId === item.characterId)
    const chosen = scriptsFor(own, 'display', { isUser: item.isUser, depth })
    if (chosen.length === 0) return null
    const indexes = chosen.map((script) => this.#scripts.indexOf(script as ChatScript))
    return { key: `${indexes.join(' ')}\n${text}`, text, scripts: indexes.map((index) => this.#filled[index]!) }
  }

  #next(): void {
    if (this.#running) return
    const [job] = this.#jobs.values()
    if (!job) return
    if (!this.#worker) return this.#startWorker()
    this.#jobs.delete(job.key)
    this.#running = job
    this.#worker.postMessage({ text: job.text, scripts: job.scripts } satisfies ScriptsRequest)
    // An answer that came while the page was busy is taken first.
    this.#timer = setTimeout(() => (this.#timer = setTimeout(() => this.#giveUp())), timeoutMs)
  }

  /** Takes no job until the worker has loaded. */
  #startWorker(): void {
    const worker = (this.#worker = startWorker())
    const starting: Job = { key: '', text: '', scripts: [] }
    this.#running = starting
    worker.onmessage = ({ data }: MessageEvent<'ready' | ScriptedText>) => {
      if (data === 'ready') {
        this.#running = null
        return this.#next()
      }
      for (const name of data.failed) this.#failed.add(name)
      this.#finish(data.text)
    }
    // Without its worker, a page shows all messages as written.
    worker.onerror = () => {
      this.#timeouts = timeoutsMax
      this.stop()
      this.#render()
    }
  }

  #giveUp(): void {
    const { text, scripts } = this.#running!
    this.#timeouts += 1
    // Any of several may be the slow one.
    if (scripts.length === 1) this.#failed.add(scripts[0]!.name)
    this.#endWorker(this.#running)
    if (this.isStopped) this.#jobs.clear()
    this.#finish(text)
  }

  #finish(text: string): void {
    clearTimeout(this.#timer)
    const { key } = this.#running!
    this.#running = null
    if (this.#results.size >= resultsMax) this.#results.delete(this.#results.keys().next().value!)
    this.#results.set(key, text)
    this.#unshown += 1
    if (this.#jobs.size === 0 || this.#unshown >= resultsPerRender) this.#render()
    this.#next()
  }

  #endWorker(running: Job | null = null): void {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = null
    this.#running = running
  }

  #render(): void {
    this.#unshown = 0
    for (const listener of this.#listeners) listener()
  }
}
