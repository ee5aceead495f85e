import type { ServerResponse } from 'node:http'

/** Fires when who asked hangs up before the answer. */
export const goneSignal = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController()
  const tell = () => {
    if (!response.writableFinished) gone.abort()
  }
  // A client that hung up while its request was looked at never closes again.
  if (response.closed || response.destroyed) tell()
  else response.once('close', tell)
  return gone.signal
}
