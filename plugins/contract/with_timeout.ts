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
  const canceled = () => new ProviderError('cut_off', 'The caller canceled the call.')
  if (signal.aborted) throw canceled()
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
  signal.addEventListener('abort', stop, { once: true })
  try {
    const value = await work(either.signal)
    // A canceled body may have ended as if it were complete.
    if (!either.signal.aborted) return value
  } catch (error) {
    if (!either.signal.aborted) throw asProviderError(error)
  } finally {
    stopTimer()
    signal.removeEventListener('abort', stop)
  }
  throw late ? new ProviderError('timeout', `The provider took longer than ${timeoutMs / 1000} s.`) : canceled()
}
