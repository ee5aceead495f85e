import type { Argument } from '#modules/kernel/calls'
import { ApiError } from './api_error.ts'

/** The input of a call, and a signal that aborts it. */
export type Sent<Input> = Argument<Input & { signal?: AbortSignal }>

/** The server of a program, and its API token. */
export interface Server {
  origin: string
  token?: string
}

interface Request {
  method?: string
  body?: unknown
  signal?: AbortSignal
}

/**
 * Sends a request with a body as JSON, or as it is if it is a form. Without a server, it goes to this site with the session cookie. Resolves for
 * status 2xx and throws `ApiError` otherwise. Without a network it throws as `fetch` does.
 */
export async function sendRequest(
  address: string,
  { method, body, signal }: Request,
  { origin, token }: Server = { origin: '' }
): Promise<Response> {
  const isForm = body instanceof FormData
  const response = await fetch(origin + address, {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body === undefined || isForm ? body : JSON.stringify(body),
    signal,
  })
  if (response.ok) return response
  throw await ApiError.from(response)
}
