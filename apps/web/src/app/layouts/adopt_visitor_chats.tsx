import type { AdoptedDemo } from '#modules/chat/api'
import { adoptDemo } from '#modules/chat/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { refreshChatLists } from '#web/features/chat/chat_lists'
import { visitorChats } from '#web/components/shared/visitor_chats'
import { callServer } from '#web/lib/api_client'
import { ApiError, isStatus } from '#web/lib/api_error'
import { toastFailure } from '#web/lib/toasts'
import { screens } from '#web/screens'

/** After registration: adopts the demo chats of this tab. Opens the latest one, unless the visitor signed in to see another page. */
export function AdoptVisitorChats() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    void adoptAll().then((adopted) => {
      if (!adopted) return
      void refreshChatLists(queryClient)
      if (!landings.includes(window.location.pathname)) return
      const { characterId, sessionId } = adopted
      void latest.current(screens.chat.href({ characterId }, { session: sessionId }), { replace: true })
    })
  }, [queryClient])
  return null
}

/** Where sign-in leads from the landing page and its demo. */
const landings: readonly string[] = [screens.gallery.path, screens.recentChats.path]

/** The latest chat; null without one. Keeps the demo chats for the next page when the server can't be reached. */
async function adoptAll(): Promise<AdoptedDemo | null> {
  let adopted: AdoptedDemo | null = null
  for (const { transcript } of visitorChats.all())
    try {
      adopted = await callServer(adoptDemo, { body: { transcript } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) return adopted
      if (isStatus(error, 403)) toastFailure('Demo chat not kept', error.sentence ?? undefined)
    }
  visitorChats.clear()
  return adopted
}
