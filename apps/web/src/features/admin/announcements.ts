import type { AdminAnnouncement } from '#modules/admin/api'
import {
  changeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncements,
  listAnnouncements,
} from '#modules/admin/calls'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { useCall } from '#web/lib/use_call'

const listQuery = () => ({ ...callQuery(listAnnouncements), gcTime: 0 })

export const useAnnouncements = () => useQuery(listQuery())

/** The list, and what this admin sees above the page. */
const refresh = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: listQuery().queryKey }),
    queryClient.invalidateQueries({ queryKey: callQuery(getAnnouncements).queryKey }),
  ])

export const useCreateAnnouncement = () => useCall(createAnnouncement, refresh)
export const useChangeAnnouncement = () => useCall(changeAnnouncement, refresh)
export const useDeleteAnnouncement = () => useCall(deleteAnnouncement, refresh)

export type AnnouncementPhase = 'draft' | 'scheduled' | 'shown' | 'over'

export function phaseOf({ isDraft, startsAt, endsAt }: AdminAnnouncement, now: number): AnnouncementPhase {
  if (isDraft) return 'draft'
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'over'
  return startsAt !== null && Date.parse(startsAt) > now ? 'scheduled' : 'shown'
}
