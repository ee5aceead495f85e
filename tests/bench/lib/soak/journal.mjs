/** Records faults and their effects, unexpected responses, and violations. */
export class Journal {
  #begun = performance.now()
  /** The times `{ kind, port, from, to }` of faults and shortly after, when 503 and broken connections are expected. */
  windows = []
  /** Responses with a status of 500 and above. */
  failures = []
  /** Connections that broke. */
  breaks = []
  breaches = []
  counts = {}
  #graceMs

  constructor(graceMs) {
    this.#graceMs = graceMs
  }

  now() {
    return performance.now() - this.#begun
  }

  count(what, more = 1) {
    this.counts[what] = (this.counts[what] ?? 0) + more
  }

  /** Records the start of a fault. Call the returned function once it is repaired. `port` is the affected process, or null for all. */
  fault(kind, port = null) {
    this.count(`fault: ${kind}`)
    const window = { kind, port, from: this.now(), to: Infinity }
    this.windows.push(window)
    console.log(`${clock(window.from)} ${kind}${port === null ? '' : ` (${port})`}`)
    return () => (window.to = this.now() + this.#graceMs)
  }

  failed(port, status, method, path, text) {
    this.failures.push({ at: this.now(), port, status, method, path, text: text.slice(0, 200) })
  }

  broke(port, code, method, path) {
    this.breaks.push({ at: this.now(), port, code, method, path })
  }

  /** Records a violated guarantee. */
  breach(text) {
    this.breaches.push(text)
    if (this.breaches.length <= 50) console.log(`${clock(this.now())} BREACH ${text}`)
  }

  /** Returns failures that no fault explains: anything but 503, and a 503 outside of database and process faults. */
  unexpectedFailures() {
    const inWindow = ({ at }) =>
      this.windows.some(({ kind, from, to }) => !kind.startsWith('provider') && from <= at && at <= to)
    return this.failures.filter((one) => one.status !== 503 || !inWindow(one))
  }

  /** Returns broken connections to a process that was neither killed nor stopped then. */
  unexpectedBreaks() {
    return this.breaks.filter(
      ({ at, port }) => !this.windows.some((window) => window.port === port && window.from <= at && at <= window.to)
    )
  }
}

export const clock = (ms) =>
  `${String(Math.floor(ms / 60_000)).padStart(2, '0')}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`
