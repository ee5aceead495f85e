import type { ImageModel, ImageModelOffer } from '#modules/imagegen/api'
import { listImageModels } from '#modules/imagegen/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'

/** Returns the offer of a model. If all models are the same one, only that one is offered. */
export const offerOf = (
  offers: readonly ImageModelOffer[] | undefined,
  model: ImageModel
): ImageModelOffer | undefined => offers?.find((offer) => offer.model === model) ?? offers?.[0]

export const useImageModels = () => useQuery(callQuery(listImageModels))
