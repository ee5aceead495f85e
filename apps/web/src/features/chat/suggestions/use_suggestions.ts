import type { ChatData, ChatDraft } from '#modules/chat/api'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#web/lib/api_error'
import { beginReply, chatCalls, joinReply, stopReply } from '../chat_calls.ts'
import type { ChatItem } from '../reply/message_store.ts'
import { reportFailure } from '../reply/report_failure.ts'
import { useChatSnapshot, useMessage } from '../reply/use_messages.ts'
import type { ChatPage } from '../use_chat_page.ts'
import { readLine } from '../use_own_line.ts'

type Open = Parameters<typeof readLine>[0]

interface SuggestionsOptions {
  page: ChatPage
  data: Pick<ChatData, 'suggestions' | 'replyUnderWay'>
}

/** Suggestions for the last answer as it was then, or why there are none. */
interface Kept {
  moment: string | null
  lines: string[]
  problem: string | null
}

const failure = 'The suggestions didn’t arrive.'

/** Identifies the last answer and its present text, which suggestions are for. Null while a message of the user is the last one. */
const momentOf = (item: ChatItem | undefined) =>
  item && !item.isUser && item.status === 'sent' ? `${item.id} ${item.selected} ${item.content}` : null

/** Requests suggested replies to the last answer, and forgets them once the answer changes. */
export function useSuggestions({ page, data }: SuggestionsOptions) {
  const { place, conversation, session } = page
  const { lastAnswer } = useChatSnapshot(conversation.store)
  const moment = useMessage(conversation.store, lastAnswer ?? '', momentOf)
  const [phase, setPhase] = useState<'idle' | 'writing' | 'stopping'>('idle')
  const [kept, setKept] = useState<Kept | null>(null)
  const abort = useRef<AbortController | null>(null)
  const id = session.id

  const follow = async (open: Open) => {
    const { signal } = (abort.current = new AbortController())
    const keep = (lines: string[], problem: string | null = null) => setKept({ moment, lines, problem })
    setPhase('writing')
    try {
      const end = await readLine(open, () => {}, signal)
      if (signal.aborted) return
      if (end?.type === 'draft') keep(end.draft.text.split('\n'))
      else if (end?.type === 'access_denied') page.showDenial(end)
      else if (end?.type !== 'error' || end.code !== 'stopped') keep([], end?.error ?? failure)
    } catch (error) {
      if (!signal.aborted) keep([], sentenceOf(error, failure))
    }
    if (signal.aborted) return
    abort.current = null
    setPhase('idle')
    page.refreshBalance()
  }

  // Joins suggestions that were requested before a reload or in another tab.
  const isUnderWay = data.replyUnderWay?.kind === 'suggest'
  useEffect(() => {
    if (isUnderWay && !abort.current) void follow((signal) => joinReply(place, id, signal))
    return () => {
      abort.current?.abort()
      abort.current = null
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per chat
  }, [place, id])

  const { suggestions } = data
  const [read, setRead] = useState<ChatDraft>()
  if (suggestions && suggestions.id !== read?.id && moment !== null) {
    setRead(suggestions)
    setKept({ moment, lines: suggestions.text.split('\n'), problem: null })
  }
  const shown = kept?.moment === moment ? kept : null
  return {
    moment,
    phase,
    /** Empty while there are none for the last answer. */
    lines: shown?.lines ?? [],
    problem: shown?.problem ?? null,
    request(model: string) {
      if (abort.current) return
      const { suggest, params } = chatCalls(place)
      const body = { sessionId: id, model, clientMessageId: crypto.randomUUID() }
      void follow((signal) => beginReply(suggest, params, body, signal))
    },
    stop() {
      setPhase('stopping')
      stopReply(place, id).catch((error) => {
        setPhase('writing')
        reportFailure(error, 'Failed to stop')
      })
    },
    dismiss: () => setKept(null),
  }
}
