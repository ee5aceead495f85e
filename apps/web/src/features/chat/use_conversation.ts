import type { ChatData } from '#modules/chat/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReplyTextListener } from './components/reply_announcer.tsx'
import { Conversation, type ConversationEvents } from './reply/conversation.ts'

/** The conversation of one session, open as long as the screen is. */
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

  const seen = useRef(data)
  useEffect(() => {
    if (seen.current === data) return
    seen.current = data
    conversation.refresh(data)
  }, [conversation, data])

  const subscribeToText = useCallback(
    (listener: ReplyTextListener) => {
      textListeners.add(listener)
      return () => void textListeners.delete(listener)
    },
    [textListeners]
  )
  return { conversation, subscribeToText }
}
