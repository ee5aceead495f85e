export interface TransportRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** A body that is no text, instead of `body`. */
  bytes?: Uint8Array
  /** The path of a Unix socket to use instead of the URL's host. */
  socketPath?: string
}

/** A response whose `body` yields bytes as they arrive. Leaving a loop over it early closes the connection. Header names are lower case. */
export interface TransportResponse {
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Uint8Array>
}

/**
 * Sends a plugin's request to its upstream. Plugins get it injected, so that a kit can replace the upstream. Rejects with `ProviderError`.
 * When `signal` fires, it closes the connection. Then a pending call rejects, and reading the body ends or throws.
 */
export type Transport = (request: TransportRequest, signal: AbortSignal) => Promise<TransportResponse>
