import type { AdminNotice } from '#modules/admin/api'
import { changeNotice, getNotice, resetNotice } from '#modules/admin/calls'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { useCall } from '#web/lib/use_call'

const noticeQuery = () => ({ ...callQuery(getNotice), gcTime: 0 })

export const useNotice = () => useQuery(noticeQuery())

const keep = (queryClient: QueryClient, notice: AdminNotice) => queryClient.setQueryData(noticeQuery().queryKey, notice)

export const useChangeNotice = () => useCall(changeNotice, keep)
export const useResetNotice = () => useCall(resetNotice, keep)
