export interface TransportRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** `body` yields bytes as they come off the wire; leaving its loop early hangs up. Header names are lower case. */
export interface TransportResponse {
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Uint8Array>
}

/**
 * How a plugin reaches its upstream; injected, so that a test kit can play the upstream. Rejects with `ProviderError`.
 * When `signal` fires it hangs up at once: a call under way rejects, a body being read ends or throws.
 */
export type Transport = (request: TransportRequest, signal: AbortSignal) => Promise<TransportResponse>
