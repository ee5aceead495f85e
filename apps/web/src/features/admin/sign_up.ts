import { revokeInvitation } from '#modules/accounts/calls'
import { limits } from '#modules/admin/api'
import { changeSignUp, getSignUp, listActs, listAllInvitations, listWaitingAddresses } from '#modules/admin/calls'
import { patternOf } from '#modules/kernel/calls'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { pagesQuery } from '#web/lib/get_page'
import { useCall } from '#web/lib/use_call'

const signUpQuery = () => ({ ...callQuery(getSignUp), gcTime: 0 })

export const useSignUp = () => useQuery(signUpQuery())

export const useChangeSignUp = () =>
  useCall(changeSignUp, (queryClient, settings) => {
    queryClient.setQueryData(signUpQuery().queryKey, settings)
    void queryClient.invalidateQueries({ queryKey: [patternOf(listActs)] })
  })

/** Newest first. Not cached while unused: people use invitations at any time. */
export const useAllInvitations = () =>
  useInfiniteQuery({ ...pagesQuery(listAllInvitations, { query: { limit: limits.invitationsDefault } }), gcTime: 0 })

export const useRevokeAnyInvitation = () =>
  useCall(revokeInvitation, (queryClient) =>
    queryClient.invalidateQueries({ queryKey: [patternOf(listAllInvitations)] })
  )

/** Oldest first. */
export const useWaitingAddresses = () =>
  useInfiniteQuery({ ...pagesQuery(listWaitingAddresses, { query: { limit: limits.waitingDefault } }), gcTime: 0 })
