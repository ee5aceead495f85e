import { getBlockedTags, listCharacters, saveBlockedTags } from '#modules/gallery/calls'
import { patternOf } from '#modules/kernel/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'

const blockedTagsQuery = callQuery(getBlockedTags)
const { queryKey } = blockedTagsQuery

export const useBlockedTags = () => useQuery(blockedTagsQuery)

/** Saves blocked tags and shows them at once. The saves run one after the other, and the last save refreshes all lists of characters. */
export function useSaveBlockedTags() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'blocked tags' },
    mutationFn: (tags: string[]) => callServer(saveBlockedTags, { body: { tags } }),
    onMutate: (tags) => {
      queryClient.setQueryData(queryKey, { tags })
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: queryKey }) > 1) return
      void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: [patternOf(listCharacters)] })
    },
  })
}
