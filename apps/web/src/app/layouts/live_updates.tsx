import type { User } from '#modules/accounts/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { currentUserQuery, useCurrentUser } from '#web/features/accounts/current_user'
import { chatsQuery, isFollowed, moveChatToTop, refreshChatLists } from '#web/features/chat/chat_lists'
import { chatAddress, shownCharacter } from '#web/components/shared/shown_character'
import { applyUnread, unreadNotifications } from '#web/features/notices/unread'
import { liveEvents, type LiveEvent } from '#web/components/shared/live_events'
import { localDrafts } from '#web/features/accounts/local_drafts'
import { toast } from '#web/lib/toasts'
import { lazyPart } from '#web/lib/lazy_part'
import { useLatest } from '#web/lib/use_latest'
import { newVersion } from '../versions/new_version.ts'
import { NewVersionNotice } from '../versions/new_version_notice.tsx'

// Loaded once the event stream is open.
const WhileAway = lazyPart(async () => (await import('#web/features/notices/push/while_away')).WhileAway, null)

const badge = '(1) '
/** The list was refetched for the same event if it is younger. */
const justReadMs = 1_000
/** Enough to find the name of the character that has just replied. */
const latestChats = { limit: 8 }

type ReplyEnd = Pick<Extract<LiveEvent, { type: 'reply' }>, 'sessionId' | 'characterId'>

const shownSession = (pathname: string, search: string): string | null => {
  if (pathname.startsWith('/group/')) return pathname.split('/')[2]!
  return pathname.startsWith('/chat/') ? new URLSearchParams(search).get('session') : null
}

/** Applies live events to what every screen shows: the balance, the list of chats, a toast for a finished reply, a new version. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const latest = useLatest({ shownSession: shownSession(pathname, search), navigate })

  useEffect(() => liveEvents.start(), [])

  const userId = useCurrentUser().data?.id
  useEffect(() => {
    if (userId !== undefined) localDrafts.assignTo(userId)
  }, [userId])

  useEffect(() => {
    const { queryKey: userKey } = currentUserQuery()

    const announceReply = async ({ sessionId, characterId }: ReplyEnd, refreshed: Promise<unknown>) => {
      await refreshed
      // Makes a call only where no list of chats is on the screen.
      const chats = await queryClient.fetchQuery({ ...chatsQuery(latestChats), staleTime: justReadMs }).catch(() => [])
      const chat = chats.find(({ id }) => id === sessionId)
      if (!chat || latest.current.shownSession === sessionId) return
      const { name } = chat.characters?.find(({ id }) => id === characterId) ?? shownCharacter(chat)
      toast(`${name} has replied`, undefined, {
        label: 'Open',
        run: () => void latest.current.navigate(chatAddress(chat)),
      })
    }

    const handle = (event: LiveEvent) => {
      if (event.type === 'balance') {
        queryClient.setQueryData<User | null>(userKey, (user) => user && { ...user, rubies: event.rubies })
        // A read that is under way may be older.
        if (queryClient.isFetching({ queryKey: userKey }) > 0) void queryClient.invalidateQueries({ queryKey: userKey })
        return
      }
      if (event.type === 'notifications') return applyUnread(queryClient, event.unread)
      if (event.type === 'picture' || (event.type === 'gap' && event.isBeginning)) return
      if (event.type === 'gap') {
        void refreshChatLists(queryClient)
        // The server may have restarted with a new version.
        void newVersion.check()
        void queryClient.refetchQueries(currentUserQuery())
        return
      }
      // A cached chat that is not on screen is refetched when it opens.
      queryClient.removeQueries({
        type: 'inactive',
        predicate: ({ queryKey }) => isOfSession(queryKey, event.sessionId),
      })
      // Lists don't show the notice.
      if (event.type === 'chat' && event.what === 'notice_added') return
      if (event.type === 'reply' && event.state === 'running') {
        // Its end tells the rest.
        if (!isFollowed(event)) moveChatToTop(queryClient, event.sessionId, new Date().toISOString())
        return
      }
      const refreshed = isFollowed(event) ? Promise.resolve() : refreshChatLists(queryClient)
      if (event.type !== 'reply' || event.state === 'failed') return
      const isShown = latest.current.shownSession === event.sessionId
      if (document.visibilityState === 'hidden') {
        if (isShown && !document.title.startsWith(badge)) document.title = badge + document.title
      } else if (!isShown && event.state !== 'stopped') void announceReply(event, refreshed)
    }
    const clearBadge = () => {
      if (document.visibilityState === 'visible' && document.title.startsWith(badge))
        document.title = document.title.slice(badge.length)
    }
    const unsubscribe = liveEvents.subscribe(handle)
    document.addEventListener('visibilitychange', clearBadge)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', clearBadge)
    }
  }, [queryClient])
  const hasStream = useSyncExternalStore(
    unreadNotifications.subscribe,
    () => unreadNotifications.current() !== null,
    () => false
  )
  return (
    <>
      <NewVersionNotice />
      {hasStream && <WhileAway open={(path) => void navigate(path)} />}
    </>
  )
}

const isOfSession = ([, params]: readonly unknown[], sessionId: string): boolean =>
  typeof params === 'object' && params !== null && (params as { session?: unknown }).session === sessionId
