import type { User } from '#modules/accounts/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { getCurrentUserQueryOptions, useCurrentUser } from '../../features/accounts/api/get_current_user.ts'
import { listChatsQueryOptions } from '../../features/chat/api/list_chats.ts'
import { chatAddress, shownCharacter } from '../../features/chat/shown_character.ts'
import { liveEvents, type LiveEvent } from '../../components/shared/live_events.ts'
import { ownWords } from '../../features/accounts/local_drafts.ts'
import { toast } from '../../lib/toasts.ts'
import { newVersion } from '../versions/new_version.ts'
import { NewVersionNotice } from '../versions/new_version_notice.tsx'

/** Several events of one moment are one reason to read the list of chats again. */
const gatherMs = 150
const badge = '(1) '
/** Enough to know the name of who has just written. */
const latestChats = { limit: 8 }

/**
 * Keeps what every screen shows true while it changes elsewhere: the balance, the list of chats, a word when a reply is ready, and
 * when there is a newer version of the app.
 */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = useRef({ shownSession: null as string | null, navigate })
  useEffect(() => {
    here.current = {
      shownSession: pathname.startsWith('/chat/') ? new URLSearchParams(search).get('session') : null,
      navigate,
    }
  }, [pathname, search, navigate])

  useEffect(() => liveEvents.start(), [])

  const userId = useCurrentUser().data?.id
  useEffect(() => {
    if (userId !== undefined) ownWords.belongTo(userId)
  }, [userId])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const rereadChats = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void queryClient.invalidateQueries(listChatsQueryOptions()), gatherMs)
    }
    const { queryKey: userKey } = getCurrentUserQueryOptions()

    const tellReady = async (sessionId: string) => {
      const chats = await queryClient.fetchQuery(listChatsQueryOptions(latestChats)).catch(() => [])
      const chat = chats.find(({ id }) => id === sessionId)
      if (!chat || here.current.shownSession === sessionId) return
      toast(`${shownCharacter(chat).name} has replied`, undefined, {
        label: 'Open',
        run: () => void here.current.navigate(chatAddress(chat)),
      })
    }

    const hear = (event: LiveEvent) => {
      if (event.type === 'balance') {
        queryClient.setQueryData<User | null>(userKey, (user) => user && { ...user, rubies: event.rubies })
        return
      }
      if (event.type === 'gap' && event.isBeginning) return
      rereadChats()
      if (event.type === 'gap') {
        // A server that was away may have come back as another one.
        void newVersion.check()
        void queryClient.refetchQueries(getCurrentUserQueryOptions())
        return
      }
      // A chat that was read before and is not shown now is read anew when it is.
      queryClient.removeQueries({
        type: 'inactive',
        predicate: ({ queryKey }) => isOfSession(queryKey, event.sessionId),
      })
      if (event.type !== 'reply' || event.state === 'running' || event.state === 'failed') return
      const isShown = here.current.shownSession === event.sessionId
      if (document.visibilityState === 'hidden') {
        if (isShown && !document.title.startsWith(badge)) document.title = badge + document.title
      } else if (!isShown && event.state !== 'stopped') void tellReady(event.sessionId)
    }
    const clearBadge = () => {
      if (document.visibilityState === 'visible' && document.title.startsWith(badge))
        document.title = document.title.slice(badge.length)
    }
    const unsubscribe = liveEvents.subscribe(hear)
    document.addEventListener('visibilitychange', clearBadge)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', clearBadge)
    }
  }, [queryClient])
  return <NewVersionNotice />
}

const isOfSession = ([, which]: readonly unknown[], sessionId: string): boolean =>
  typeof which === 'object' && which !== null && (which as { session?: unknown }).session === sessionId
