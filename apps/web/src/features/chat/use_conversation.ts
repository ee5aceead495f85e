import type { ChatData } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { liveEvents } from '#web/components/shared/live_events'
import { useStable } from '#web/lib/use_latest'
import type { ChatTarget } from './chat_calls.ts'
import { addOpenConversation } from './chat_lists.ts'
import { chatQuery, readChatEnd } from './chat_query.ts'
import type { ReplyTextListener } from './components/reply_announcer.tsx'
import { Conversation } from './reply/conversation.ts'
import type { ConversationEvents } from './reply/conversation_events.ts'

/**
 * Returns the conversation of a session, which is open while the screen is. `place` must stay the same object. `restartReads` restarts
 * reads of the chat that are in flight. Call it after this page has changed the chat.
 */
export function useConversation(
  place: ChatTarget,
  data: ChatData,
  handlers: Omit<ConversationEvents, 'onReplyText' | 'onOwnChange'>
) {
  const stable = useStable(handlers)
  const [textListeners] = useState(() => new Set<ReplyTextListener>())
  const restartReads = useRef(() => {})
  const [conversation] = useState(
    () =>
      new Conversation(place, data, {
        ...stable,
        onOwnChange: () => restartReads.current(),
        onReplyText: (text, isFinished) => textListeners.forEach((listener) => listener(text, isFinished)),
      })
  )
  useEffect(() => {
    conversation.open()
    const forget = addOpenConversation(conversation)
    return () => {
      forget()
      conversation.close()
    }
  }, [conversation])

  const lastData = useRef(data)
  /** A read that arrived before the page's last change but hadn't reached the conversation, which ignores it. */
  const outdatedData = useRef<ChatData>(undefined)
  useEffect(() => {
    if (lastData.current === data) return
    lastData.current = data
    if (data !== outdatedData.current) conversation.refresh(data)
  }, [conversation, data])

  const queryClient = useQueryClient()
  const sessionId = conversation.sessionId
  useEffect(() => {
    const { queryKey } = chatQuery(place, { session: sessionId })
    const reread = () => void queryClient.invalidateQueries({ queryKey, exact: true })
    let endRead: AbortController | null = null
    const rereadEnd = async () => {
      endRead?.abort()
      const { signal } = (endRead = new AbortController())
      try {
        const data = await readChatEnd(place, { session: sessionId }, signal)
        if (!signal.aborted) queryClient.setQueryData(queryKey, data)
      } catch {
        if (!signal.aborted) reread()
      }
      if (!signal.aborted) endRead = null
    }
    restartReads.current = () => {
      const newest = queryClient.getQueryData<ChatData>(queryKey)
      const isUnseen = newest !== undefined && newest !== lastData.current
      if (isUnseen) outdatedData.current = newest
      if (endRead) void rereadEnd()
      if (isUnseen || queryClient.isFetching({ queryKey, exact: true }) > 0) reread()
    }
    const unsubscribe = liveEvents.subscribe((event) => {
      if (event.type === 'picture' || event.type === 'notifications') return
      if (event.type === 'gap') {
        // The page has just loaded, so a read of the end of the chat is enough.
        if (event.isBeginning) return void rereadEnd()
        conversation.wake()
        reread()
      } else if (event.type === 'chat' && event.what === 'notice_added') {
        if (event.sessionId === sessionId && event.messageId) conversation.store.addNotice(event.messageId)
      } else if (conversation.isNews(event)) {
        if (event.type !== 'chat') reread()
        else if (event.what === 'chat_deleted') void queryClient.resetQueries({ queryKey, exact: true })
        else if (event.messageId === undefined) reread()
        else {
          stable.onEdited()
          void conversation.reread(event.messageId)
        }
      }
    })
    return () => {
      endRead?.abort()
      unsubscribe()
    }
  }, [place, sessionId, conversation, queryClient, stable])

  const subscribeToText = useCallback(
    (listener: ReplyTextListener) => {
      textListeners.add(listener)
      return () => void textListeners.delete(listener)
    },
    [textListeners]
  )
  return { conversation, subscribeToText, restartReads: () => restartReads.current() }
}
