import { paths, type ImageModel, type ImageModelOffer } from '#modules/imagegen/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const listImageModels = (signal?: AbortSignal) => getJson<ImageModelOffer[]>(paths.imageModels, signal)

export const listImageModelsQueryOptions = () =>
  queryOptions({ queryKey: [paths.imageModels], queryFn: ({ signal }) => listImageModels(signal) })

/** Returns the offer of a model. If all models are the same one, only that one is offered. */
export const offerOf = (
  offers: readonly ImageModelOffer[] | undefined,
  model: ImageModel
): ImageModelOffer | undefined => offers?.find((offer) => offer.model === model) ?? offers?.[0]

export const useImageModels = () => useQuery(listImageModelsQueryOptions())
