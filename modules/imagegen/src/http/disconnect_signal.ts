import type { ServerResponse } from 'node:http'

/** Returns a signal that aborts when the client disconnects before the response is sent. */
export const disconnectSignal = (response: ServerResponse): AbortSignal => {
  const disconnected = new AbortController()
  const onClose = () => {
    if (!response.writableFinished) disconnected.abort()
  }
  // If the client has already disconnected, there is no further `close` event.
  if (response.closed || response.destroyed) onClose()
  else response.once('close', onClose)
  return disconnected.signal
}
