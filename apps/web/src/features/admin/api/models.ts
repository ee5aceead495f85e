import { paths, type AdminModel } from '#modules/admin/api'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getJson, sendJson } from '#web/lib/api_client'

const listModelsQueryOptions = () =>
  queryOptions({
    queryKey: [paths.models],
    queryFn: ({ signal }) => getJson<AdminModel[]>(paths.models, signal),
    gcTime: 0,
  })

export const useTierModels = () => useQuery(listModelsQueryOptions())

export function useExplainModel() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ tier, reason }: { tier: string; reason: string | null }) =>
      sendJson<AdminModel[]>('PUT', paths.modelReason(tier), { reason }),
    onSuccess: (models) => queryClient.setQueryData(listModelsQueryOptions().queryKey, models),
  })
}
