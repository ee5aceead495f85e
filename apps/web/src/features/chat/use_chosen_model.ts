import { defaultTier } from '#config/economy'
import type { ModelTier } from '#modules/chat/api'
import { listModels } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#web/lib/api_client'
import { storage } from '#web/lib/storage'

const storageKey = 'facet:model'
const none: ModelTier[] = []

/** The reason why no model can be chosen. */
type ModelProblem = 'not_loaded' | 'none_available'

/** Returns all models and the chosen model: the last choice on this device, else the default, else the first available model. */
export function useChosenModel() {
  const list = useQuery({ ...callQuery(listModels), staleTime: 60_000, refetchOnWindowFocus: true })
  const models = list.data ?? none
  const [tier, setTier] = useState(() => storage.get(storageKey) ?? defaultTier)
  const available = models.filter((model) => model.available)
  const model =
    available.find((model) => model.tier === tier) ??
    available.find((model) => model.tier === defaultTier) ??
    available[0]
  const chooseModel = (next: string) => {
    setTier(next)
    storage.set(storageKey, next)
  }
  const problem: ModelProblem | null =
    list.isError && !list.data ? 'not_loaded' : list.data && !model ? 'none_available' : null
  return { models, model, chooseModel, problem, retry: () => void list.refetch() }
}
