import { paths, type ModelTier } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const listModels = (signal?: AbortSignal) => getJson<ModelTier[]>(paths.models, signal)

export const listModelsQueryOptions = () =>
  queryOptions({ queryKey: [paths.models], queryFn: ({ signal }) => listModels(signal) })

export const useModels = () => useQuery(listModelsQueryOptions())
