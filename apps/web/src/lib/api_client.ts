import { addressOf, methodOf, type Call, type CallInput } from '#modules/kernel/calls'
import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './api_error.ts'
import { sendRequest, type Sent } from './send_request.ts'

export type { Sent }

/** An event of the window: the server refused a call, because the user has to agree to new terms first. */
export const agreementNeeded = 'facet:agreement-needed'

/** Sends a call with the session cookie, as `sendRequest` does. */
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
export async function fetchAddress(...request: Parameters<typeof sendRequest>): Promise<Response> {
  try {
    return await sendRequest(...request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'agreement_needed') window.dispatchEvent(new Event(agreementNeeded))
    throw error
  }
}
