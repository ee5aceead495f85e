import { ApiError } from './api_error.ts'

interface CallOptions {
  body?: unknown
  signal?: AbortSignal
}

/**
 * Sends a call with the session cookie, and a body as JSON. Resolves for status 2xx and throws `ApiError` otherwise. Without a
 * network it throws as `fetch` does.
 */
export async function send(method: string, path: string, { body, signal }: CallOptions = {}): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers:
      body === undefined
        ? { Accept: 'application/json' }
        : { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  if (!response.ok) throw await ApiError.from(response)
  return response
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await send('GET', path, { signal })
  return (await response.json()) as T
}

export async function sendJson<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, { body })
  return (await response.json()) as T
}
