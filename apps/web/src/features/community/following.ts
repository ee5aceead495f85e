import type { Following } from '#modules/community/api'
import { follow, getFollowing, listFollowedCharacters, unfollow } from '#modules/community/calls'
import { patternOf } from '#modules/kernel/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'
import { toastError } from '#web/lib/toasts'

const followingQuery = (id: string) => callQuery(getFollowing, { params: { id } })

export const useFollowing = (id: string, isEnabled: boolean) => useQuery({ ...followingQuery(id), enabled: isEnabled })

/** Follows a creator or not, and shows it at once. Quick clicks are sent one after the other. */
export function useToggleFollow(id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = followingQuery(id)
  const mutationKey = ['follow', id]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (isFollowed: boolean) => callServer(isFollowed ? follow : unfollow, { params: { id } }),
    onMutate: (isFollowed: boolean) =>
      queryClient.setQueryData<Following>(
        queryKey,
        (known) =>
          known && {
            isFollowed,
            followers: Math.max(0, known.followers + (known.isFollowed ? -1 : 0) + (isFollowed ? 1 : 0)),
          }
      ),
    onSuccess: (answer) => {
      if (queryClient.isMutating({ mutationKey }) === 1) queryClient.setQueryData(queryKey, answer)
      void queryClient.invalidateQueries({ queryKey: [patternOf(listFollowedCharacters)] })
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey })
      toastError(error, 'Couldn’t save the change.')
    },
  })
}
