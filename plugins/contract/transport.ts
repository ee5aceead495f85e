export interface TransportRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** A Unix socket in place of the URL's host. */
  socketPath?: string
}

/** `body` yields bytes as they arrive. Leaving its loop early closes the connection. Header names are lower case. */
export interface TransportResponse {
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Uint8Array>
}

/**
 * How a plugin reaches its upstream. Injected, so that a kit can replace the upstream. Rejects with `ProviderError`.
 * When `signal` fires, the connection is closed: a pending call rejects, and reading the body ends or throws.
 */
export type Transport = (request: TransportRequest, signal: AbortSignal) => Promise<TransportResponse>
