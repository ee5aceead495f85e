import { addressOf, methodOf, type Argument, type Call, type CallInput } from '#modules/kernel/calls'
import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './api_error.ts'

/** An event of the window: the server refused a call, because the user has to agree to new terms first. */
export const agreementNeeded = 'facet:agreement-needed'

/** The input of a call, and a signal that aborts it. */
export type Sent<Input> = Argument<Input & { signal?: AbortSignal }>

/**
 * Sends a call with the session cookie, and a body as JSON. Resolves for status 2xx and throws `ApiError` otherwise. Without a
 * network it throws as `fetch` does.
 */
export const fetchCall = <Input extends CallInput>(
  call: Call<any, Input>,
  ...[input]: Sent<Input>
): Promise<Response> =>
  fetchAddress(addressOf(call as Call<any, CallInput>, input), { method: methodOf(call), ...input })

/** Sends a call as `fetchCall` does, and resolves to its answer. */
export async function callServer<Answer, Input extends CallInput>(
  call: Call<Answer, Input>,
  ...input: Sent<Input>
): Promise<Answer> {
  const response = await fetchCall(call, ...input)
  return (await response.json()) as Answer
}

/** Returns the options of a query that sends a call. Its key is the call's address. */
export const callQuery = <Answer, Input extends CallInput>(call: Call<Answer, Input>, ...[input]: Sent<Input>) =>
  queryOptions({
    queryKey: [addressOf(call as Call<any, CallInput>, input)] as QueryKey,
    queryFn: ({ signal }) => callServer(call as Call<Answer, CallInput>, { ...input, signal }),
  })

/** Fetches an address as `fetchCall` does. For lists, because the server gives the address of the next page. */
export async function fetchAddress(
  address: string,
  { method, body, signal }: { method?: string; body?: unknown; signal?: AbortSignal }
): Promise<Response> {
  const response = await fetch(address, {
    method,
    credentials: 'same-origin',
    headers:
      body === undefined
        ? { Accept: 'application/json' }
        : { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  if (response.ok) return response
  const error = await ApiError.from(response)
  if (error.code === 'agreement_needed') window.dispatchEvent(new Event(agreementNeeded))
  throw error
}
