/**
 * Time and waiting. Injected, so that tests decide when time passes. Times that must agree between processes come from the database's clock.
 */
export abstract class Timers {
  /** The wall time, in milliseconds since 1970. It may jump. */
  abstract now(): number

  /** Milliseconds on a monotonic clock. Only differences mean something. */
  abstract monotonicMs(): number

  /** Calls `run` after `ms`. Returns a function that cancels the call. The process may end first, unless `keepsAlive`. */
  abstract after(ms: number, run: () => void, keepsAlive?: boolean): () => void

  /** Calls `run` every `ms`. Returns a function that ends the calls. The process may end first. */
  every(ms: number, run: () => unknown): () => void {
    const next = () => {
      cancel = this.after(ms, next)
      run()
    }
    let cancel = this.after(ms, next)
    return () => cancel()
  }

  /** Resolves after `ms`, or as soon as the signal fires. Never rejects. Keeps the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const end = () => {
        cancel()
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.after(ms, end, true)
      signal?.addEventListener('abort', end, { once: true })
    })
  }

  /** Returns a signal that fires after `ms` with a `TimeoutError`. */
  timeout(ms: number): AbortSignal {
    const controller = new AbortController()
    this.after(ms, () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')))
    return controller.signal
  }

  /** Resolves when `work` settles, or after `ms`. Rejects only if `work` does so in time. */
  async within(ms: number, work: Promise<unknown>): Promise<void> {
    const settled = new AbortController()
    await Promise.race([work.finally(() => settled.abort()), this.sleep(ms, settled.signal)])
  }
}

export class SystemTimers extends Timers {
  now(): number {
    return Date.now()
  }

  monotonicMs(): number {
    return performance.now()
  }

  after(ms: number, run: () => void, keepsAlive = false): () => void {
    const timer = setTimeout(run, ms)
    if (!keepsAlive) timer.unref()
    return () => clearTimeout(timer)
  }

  override timeout(ms: number): AbortSignal {
    return AbortSignal.timeout(ms)
  }
}

/** For providers that are created without other timers. */
export const systemTimers: Timers = new SystemTimers()
