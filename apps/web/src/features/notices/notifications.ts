import type { Notification, NotificationSettings, NotificationSettingsChange } from '#modules/notices/api'
import {
  changeNotificationSettings,
  getNotificationSettings,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '#modules/notices/calls'
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery, callServer } from '#web/lib/api_client'
import { changeItems, pagesQuery, type Page } from '#web/lib/get_page'
import { toastError } from '#web/lib/toasts'
import { unreadNotifications } from './unread.ts'

/** Always stale, because others cause notifications. */
const notificationsQuery = () => ({ ...pagesQuery(listNotifications, { query: { limit: 30 } }), staleTime: 0 })

export const useNotifications = () => useInfiniteQuery(notificationsQuery())

const markIn = async (queryClient: QueryClient, isMarked: (each: Notification) => boolean) => {
  const { queryKey } = notificationsQuery()
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<InfiniteData<Page<Notification>, string>>(queryKey, (data) =>
    changeItems(data, (items) => items.map((each) => (isMarked(each) ? { ...each, isRead: true } : each)))
  )
}

/** Marks one notification, on screen at once. A failure is only seen at the next load, because the tap leads elsewhere. */
export function useReadNotification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callServer(readNotification, { params: { id } }),
    onMutate: (id) => markIn(queryClient, (each) => each.id === id),
    onSuccess: ({ unread }) => unreadNotifications.set(unread),
  })
}

/** Marks what is on screen and older. */
export function useReadAll() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (upTo: string) => callServer(readAllNotifications, { body: { upTo } }),
    onSuccess: async ({ unread }, upTo) => {
      unreadNotifications.set(unread)
      await markIn(queryClient, ({ id }) => id <= upTo)
    },
    onError: (error) => toastError(error, 'Couldn’t mark your notifications.'),
  })
}

const settingsQuery = () => callQuery(getNotificationSettings)

/** The settings with what the user has just chosen. Changes run one at a time, so that the last answer is the latest state. */
export function useNotificationSettings() {
  const queryClient = useQueryClient()
  const query = useQuery(settingsQuery())
  const [chosen, setChosen] = useState<Partial<NotificationSettings>>({})
  /** Shows what is stored, unless a later choice waits. */
  const drop = ({ kind, ways }: NotificationSettingsChange) =>
    setChosen(({ [kind]: last, ...rest }) => (last === ways || last === undefined ? rest : { ...rest, [kind]: last }))
  const { mutate } = useMutation({
    scope: { id: 'notification settings' },
    mutationFn: (body: NotificationSettingsChange) => callServer(changeNotificationSettings, { body }),
    onSuccess: (settings, change) => {
      queryClient.setQueryData(settingsQuery().queryKey, settings)
      drop(change)
    },
    onError: (error, change) => {
      toastError(error, 'Failed to update settings')
      drop(change)
    },
  })
  const choose = (change: NotificationSettingsChange): void => {
    setChosen((before) => ({ ...before, [change.kind]: change.ways }))
    mutate(change)
  }
  return { query, settings: query.data && { ...query.data, ...chosen }, choose }
}
