import type { Call, CallInput } from '#modules/kernel/calls'
import { useMutation, type QueryClient } from '@tanstack/react-query'
import { callServer } from './api_client.ts'

type Input<Of> = Partial<Of> extends Of ? (Of & { signal?: AbortSignal }) | void : Of & { signal?: AbortSignal }

interface CallOptions {
  /** Calls of one scope run one after the other. */
  scope?: string | undefined
  /** Runs the call, and may repeat it. */
  attempt?: <Answer>(call: () => Promise<Answer>) => Promise<Answer>
}

/** A mutation that sends a call. Its variables are the input of the call. `onSuccess` updates the cache; the mutation waits for a promise. */
export const useCall = <Answer, Of extends CallInput>(
  call: Call<Answer, Of>,
  onSuccess?: (queryClient: QueryClient, answer: Answer, input: Of) => unknown,
  { scope, attempt = (send) => send() }: CallOptions = {}
) =>
  useMutation({
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: (input: Input<Of>) => attempt(() => callServer(call as Call<Answer, CallInput>, input as CallInput)),
    onSuccess: (answer, input, _, { client }) => onSuccess?.(client, answer, input as Of),
  })
