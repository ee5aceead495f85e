/**
 * Calls `onText` with the text messages of a WebSocket until the signal fires. Never throws: a connection that fails or ends only means
 * that no more messages arrive.
 */
export type TextMessages = (
  url: string,
  headers: Record<string, string>,
  onText: (text: string) => void,
  signal: AbortSignal
) => void

/** Longer messages are dropped. */
const textLengthMax = 65_536

/** By Node's own WebSocket, which also takes headers. */
export const textMessages: TextMessages = (url, headers, onText, signal) => {
  if (signal.aborted) return
  let socket: WebSocket
  try {
    socket = new WebSocket(url, { headers } as unknown as string[])
  } catch {
    return
  }
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    if (typeof data === 'string' && data.length <= textLengthMax && !signal.aborted) onText(data)
  })
  // Closing a socket that is still connecting reports an error, which needs no listener.
  signal.addEventListener('abort', () => socket.close(), { once: true })
}
