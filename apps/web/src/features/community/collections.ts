import {
  changeCollection,
  collectCharacter,
  createCollection,
  deleteCollection,
  listCollected,
  listCollections,
  listPublicCollected,
  listPublicCollections,
  uncollectCharacter,
} from '#modules/community/calls'
import { addressOf, patternOf } from '#modules/kernel/calls'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { useCall } from '#web/lib/use_call'

/** The user's collections. With a character, each says whether it holds it. */
export const useCollections = (characterId?: string) =>
  useQuery(callQuery(listCollections, { query: { character: characterId } }))

export const useCollected = (id: string) => useQuery(callQuery(listCollected, { params: { id } }))

export const usePublicCollections = (creatorId: string) =>
  useQuery(callQuery(listPublicCollections, { params: { id: creatorId } }))

export const usePublicCollected = (creatorId: string, collectionId: string) =>
  useQuery(callQuery(listPublicCollected, { params: { id: creatorId, collectionId } }))

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: [addressOf(listCollections)] })

export const useCreateCollection = () => useCall(createCollection, refresh)
export const useChangeCollection = () => useCall(changeCollection, refresh)
export const useDeleteCollection = () => useCall(deleteCollection, refresh)

const refreshAll = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) => String(address).startsWith(patternOf(listCollections)),
  })

export const useCollect = () => useCall(collectCharacter, refreshAll)
export const useUncollect = () => useCall(uncollectCharacter, refreshAll)
