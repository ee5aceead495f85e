import { paths, type ImageModelOffer } from '#modules/imagegen/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const listImageModels = (signal?: AbortSignal) => getJson<ImageModelOffer[]>(paths.imageModels, signal)

export const listImageModelsQueryOptions = () =>
  queryOptions({ queryKey: [paths.imageModels], queryFn: ({ signal }) => listImageModels(signal) })

export const useImageModels = () => useQuery(listImageModelsQueryOptions())
