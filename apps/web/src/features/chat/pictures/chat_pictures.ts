import type { ChatPicture, ChatSession } from '#modules/chat/api'
import { listChatPictures } from '#modules/chat/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useMemo, useState } from 'react'
import { liveEvents } from '#web/components/shared/live_events'
import { callQuery } from '#web/lib/api_client'

const none: ChatPicture[] = []

export const chatPicturesQuery = (sessionId: string) => callQuery(listChatPictures, { params: { id: sessionId } })

/** The pictures of a chat. */
export interface ShownPictures {
  byId: ReadonlyMap<string, ChatPicture>
  byMessage: ReadonlyMap<string | null, readonly ChatPicture[]>
  isLoaded: boolean
  /** The picture behind the chat. */
  background: ChatPicture | undefined
}

const shownPictures = (pictures: readonly ChatPicture[]): ShownPictures => {
  const byMessage = new Map<string | null, ChatPicture[]>()
  for (const picture of pictures)
    byMessage.set(picture.messageId, [...(byMessage.get(picture.messageId) ?? []), picture])
  return {
    isLoaded: pictures !== none,
    byId: new Map(pictures.map((picture) => [picture.id, picture])),
    byMessage,
    background: pictures.find(({ isBackground, state }) => isBackground && state === 'ready'),
  }
}

export const PicturesContext = createContext<ShownPictures>(shownPictures(none))

/** Reads the pictures of a chat that has any, and follows their changes. */
export function useChatPictures({ id, hasPictures }: Pick<ChatSession, 'id' | 'hasPictures'>): ShownPictures {
  const queryClient = useQueryClient()
  const [hasNews, setHasNews] = useState(false)
  const query = chatPicturesQuery(id)
  const { data = none } = useQuery({ ...query, enabled: hasPictures === true || hasNews })
  useEffect(() => {
    const { queryKey } = chatPicturesQuery(id)
    return liveEvents.subscribe((event) => {
      const isNews = event.type === 'chat' && event.sessionId === id && event.what === 'pictures_changed'
      if (isNews) setHasNews(true)
      if (isNews || (event.type === 'gap' && !event.isBeginning))
        void queryClient.invalidateQueries({ queryKey, exact: true })
    })
  }, [id, queryClient])
  return useMemo(() => shownPictures(data), [data])
}
