import { asProviderError, ProviderError } from './errors.ts'

/**
 * Does `work` for at most `patienceMs`, with a signal that fires when that is over or when the caller's does. Throws nothing but
 * `ProviderError`: `cut_off` when the caller hung up, `timeout` when the patience is over, whatever the work made of it.
 */
export async function withPatience<T>(
  patienceMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const hungUp = () => new ProviderError('cut_off', 'The caller hung up.')
  if (signal.aborted) throw hungUp()
  const either = new AbortController()
  let late = false
  const stop = () => either.abort()
  const timer = setTimeout(() => {
    // Who hung up before has not been kept waiting, however long the work takes to end.
    late = !either.signal.aborted
    stop()
  }, patienceMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const value = await work(either.signal)
    // A body that was hung up on may have ended as if it were whole.
    if (!either.signal.aborted) return value
  } catch (error) {
    if (!either.signal.aborted) throw asProviderError(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
  throw late ? new ProviderError('timeout', `The provider took longer than ${patienceMs / 1000} s.`) : hungUp()
}
