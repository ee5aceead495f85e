import { paths, type BlockedTags } from '#modules/gallery/api'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getJson, sendJson } from '#web/lib/api_client'

const queryKey = [paths.blockedTags]

export const saveBlockedTags = (tags: string[]) => sendJson<BlockedTags>('PUT', paths.blockedTags, { tags })

export const listBlockedTagsQueryOptions = () =>
  queryOptions({ queryKey, queryFn: ({ signal }) => getJson<BlockedTags>(paths.blockedTags, signal) })

export const useBlockedTags = () => useQuery(listBlockedTagsQueryOptions())

/** Saves blocked tags and shows them at once. The saves run one after the other, and the last save refreshes all lists of characters. */
export function useSaveBlockedTags() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: queryKey,
    scope: { id: paths.blockedTags },
    mutationFn: saveBlockedTags,
    onMutate: (tags) => {
      queryClient.setQueryData<BlockedTags>(queryKey, { tags })
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: queryKey }) > 1) return
      void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: [paths.characters] })
    },
  })
}
