import { createInvitation, listInvitations, revokeInvitation } from '#modules/accounts/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { useProvenCall } from '#web/lib/reauthentication'
import { useCall } from '#web/lib/use_call'

/** Not cached while unused: people use invitations at any time. */
const invitationsQuery = () => ({ ...callQuery(listInvitations), gcTime: 0 })

export const useInvitations = () => useQuery(invitationsQuery())

export const useCreateInvitation = () =>
  useProvenCall(createInvitation, (queryClient) => queryClient.invalidateQueries(invitationsQuery()))

export const useRevokeInvitation = () =>
  useCall(revokeInvitation, (queryClient) => queryClient.invalidateQueries(invitationsQuery()))
