import { asProviderError, ProviderError } from './errors.ts'
import { systemTimers, type Timers } from './timers.ts'

/**
 * Runs `work` with a signal that fires after `timeoutMs` or when the caller's signal fires. Only throws `ProviderError`. After the signal
 * has fired, throws `cut_off` if the caller canceled and `timeout` after the deadline, whatever `work` throws or returns.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  timers: Timers = systemTimers
): Promise<T> {
  const deadline = deadlineOf(timeoutMs, signal, timers)
  try {
    const value = await work(deadline.signal)
    // A canceled body may have ended as if it were complete.
    if (!deadline.signal.aborted) return value
  } catch (error) {
    if (!deadline.signal.aborted) throw asProviderError(error)
  } finally {
    deadline.end()
  }
  throw deadline.error()
}

/** As `withTimeout`, for work that yields. The time that the reader takes counts, too. */
export async function* streamWithTimeout<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => AsyncIterable<T>,
  timers: Timers = systemTimers
): AsyncGenerator<T, void> {
  const deadline = deadlineOf(timeoutMs, signal, timers)
  try {
    for await (const value of work(deadline.signal)) {
      if (deadline.signal.aborted) break
      yield value
    }
    if (!deadline.signal.aborted) return
  } catch (error) {
    if (!deadline.signal.aborted) throw asProviderError(error)
  } finally {
    deadline.end()
  }
  throw deadline.error()
}

/** A signal that fires after `timeoutMs` or when the caller's signal fires. `error` says which. Throws if the caller has canceled. */
function deadlineOf(timeoutMs: number, caller: AbortSignal, timers: Timers) {
  const canceled = () => new ProviderError('cut_off', 'The caller canceled the call.')
  if (caller.aborted) throw canceled()
  const either = new AbortController()
  let late = false
  const stop = () => either.abort()
  const stopTimer = timers.after(
    timeoutMs,
    () => {
      // A caller who canceled earlier gets `cut_off`, however long the work takes to end.
      late = !either.signal.aborted
      stop()
    },
    true
  )
  caller.addEventListener('abort', stop, { once: true })
  return {
    signal: either.signal,
    error: () =>
      late ? new ProviderError('timeout', `The provider took longer than ${timeoutMs / 1000} s.`) : canceled(),
    end() {
      stopTimer()
      caller.removeEventListener('abort', stop)
    },
  }
}
