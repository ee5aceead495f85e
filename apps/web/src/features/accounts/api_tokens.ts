import { createApiToken, listApiTokens, revokeApiToken } from '#modules/access/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { useProvenCall } from '#web/lib/reauthentication'
import { useCall } from '#web/lib/use_call'

/** Not cached while unused: programs use tokens at any time. */
const tokensQuery = () => ({ ...callQuery(listApiTokens), gcTime: 0 })

export const useApiTokens = () => useQuery(tokensQuery())

export const useCreateApiToken = () =>
  useProvenCall(createApiToken, (queryClient) => queryClient.invalidateQueries(tokensQuery()))

export const useRevokeApiToken = () =>
  useCall(revokeApiToken, (queryClient) => queryClient.invalidateQueries(tokensQuery()))
