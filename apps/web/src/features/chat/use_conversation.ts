import type { ChatData } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { liveEvents } from '#web/components/shared/live_events'
import { getChatQueryOptions } from './api/get_chat.ts'
import type { ReplyTextListener } from './components/reply_announcer.tsx'
import { Conversation } from './reply/conversation.ts'
import type { ConversationEvents } from './reply/conversation_events.ts'

/** The conversation of a session, open while the screen is. */
export function useConversation(
  characterId: string,
  data: ChatData,
  handlers: Omit<ConversationEvents, 'onReplyText'>
) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const [textListeners] = useState(() => new Set<ReplyTextListener>())
  const [conversation] = useState(
    () =>
      new Conversation(characterId, data, {
        onSaved: () => latest.current.onSaved(),
        onChanged: () => latest.current.onChanged(),
        onDenied: (denial, content) => latest.current.onDenied(denial, content),
        onEdited: () => latest.current.onEdited(),
        onStale: () => latest.current.onStale(),
        onReplyText: (text, isFinished) => textListeners.forEach((listener) => listener(text, isFinished)),
      })
  )
  useEffect(() => {
    conversation.open()
    return () => conversation.close()
  }, [conversation])

  const lastData = useRef(data)
  useEffect(() => {
    if (lastData.current === data) return
    lastData.current = data
    conversation.refresh(data)
  }, [conversation, data])

  const queryClient = useQueryClient()
  const sessionId = conversation.sessionId
  useEffect(() => {
    const { queryKey } = getChatQueryOptions(characterId, { session: sessionId })
    const reread = () => void queryClient.invalidateQueries({ queryKey, exact: true })
    return liveEvents.subscribe((event) => {
      if (event.type === 'gap') {
        if (!event.isBeginning) conversation.wake()
        reread()
      } else if (conversation.isNews(event)) {
        if (event.type !== 'chat') reread()
        else if (event.what === 'chat_deleted') void queryClient.resetQueries({ queryKey, exact: true })
        else if (event.messageId === undefined) reread()
        else {
          latest.current.onEdited()
          void conversation.reread(event.messageId)
        }
      }
    })
  }, [characterId, sessionId, conversation, queryClient])

  const subscribeToText = useCallback(
    (listener: ReplyTextListener) => {
      textListeners.add(listener)
      return () => void textListeners.delete(listener)
    },
    [textListeners]
  )
  return { conversation, subscribeToText }
}
