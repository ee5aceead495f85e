import type { ImageModelOffer, ImageOptions } from '#modules/imagegen/api'
import { listImageModels } from '#modules/imagegen/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'

/** Returns the offer of a model. The first offer if the engine doesn't have the model, or no longer. */
export const offerOf = (offers: readonly ImageModelOffer[] | undefined, model: string): ImageModelOffer | undefined =>
  offers?.find((offer) => offer.model === model) ?? offers?.[0]

/** Returns the chosen options that the model has. */
export const optionsOf = (options: ImageOptions = {}, offer: ImageModelOffer | undefined): ImageOptions =>
  Object.fromEntries(Object.entries(options).filter(([id]) => offer?.options?.some((option) => option.id === id)))

export const useImageModels = () => useQuery(callQuery(listImageModels))
