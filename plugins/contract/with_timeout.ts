import { asProviderError, ProviderError } from './errors.ts'

/**
 * Runs `work` with a signal that fires after `timeoutMs` or with the caller's. Only throws `ProviderError`: `cut_off` when the caller
 * canceled, `timeout` after the deadline, whatever `work` throws then.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const canceled = () => new ProviderError('cut_off', 'The caller canceled the call.')
  if (signal.aborted) throw canceled()
  const either = new AbortController()
  let late = false
  const stop = () => either.abort()
  const timer = setTimeout(() => {
    // A caller who canceled earlier gets `cut_off`, however long the work takes to end.
    late = !either.signal.aborted
    stop()
  }, timeoutMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const value = await work(either.signal)
    // A canceled body may have ended as if it were complete.
    if (!either.signal.aborted) return value
  } catch (error) {
    if (!either.signal.aborted) throw asProviderError(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
  throw late ? new ProviderError('timeout', `The provider took longer than ${timeoutMs / 1000} s.`) : canceled()
}
