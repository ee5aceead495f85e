import type { ChatExpressions } from '#modules/chat/api'
import { chooseExpression, getExpressions, labelAnswer } from '#modules/chat/calls'
import type { Expression } from '#modules/gallery/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useRef } from 'react'
import { useLiveEvents } from '#web/components/shared/live_events'
import { callQuery, callServer } from '#web/lib/api_client'
import { isServerRender } from '#web/lib/server_render'
import { reportFailure } from '../reply/report_failure.ts'
import type { ChatItem, MessageStore } from '../reply/message_store.ts'
import { useChatSnapshot, useMessage } from '../reply/use_messages.ts'

/** The server returns the labels of the newest messages only. */
const messagesRead = 20

/** An answer whose expression is shown. */
interface LabeledAnswer {
  characterId: string
  messageId: string
  answerId: string
}

export interface ChatFaces {
  /** Whether a character of the chat has expressions. Without any, nothing of them is shown. */
  hasAny: boolean
  /** The character that writes, or that wrote the newest answer. Null before the first one. */
  speakerId: string | null
  expressionsOf(characterId: string): readonly Expression[]
  /** The expression of a character's newest answer, or its default. Null without expressions. */
  faceOf(characterId: string): Expression | null
  /** Returns the function that changes the expression of a character's newest answer. Null without an answer. */
  chooserOf(characterId: string): ((label: string) => void) | null
}

export const FacesContext = createContext<ChatFaces | null>(null)

interface Options {
  sessionId: string
  store: MessageStore
  /** The character of the chat; null in a group. */
  characterId: string | null
}

/** Returns the expressions of an open chat. Asks for the label of its newest answer. */
export function useExpressions({ sessionId, store, characterId }: Options): ChatFaces {
  const queryClient = useQueryClient()
  const query = callQuery(getExpressions, { params: { id: sessionId } })
  const { queryKey } = query
  const { data } = useQuery({ ...query, enabled: !isServerRender, staleTime: 0 })
  useLiveEvents((event) => {
    const isGap = event.type === 'gap' && !event.isBeginning
    const isChange = event.type === 'chat' && event.sessionId === sessionId && changes.has(event.what)
    if (isGap || isChange) void queryClient.invalidateQueries({ queryKey, exact: true })
  })

  const { keys } = useChatSnapshot(store)
  const recent = keys.slice(-messagesRead)
  const answers = recent.flatMap((key) => answerOf(store.item(key), characterId) ?? [])
  const newest = answers.at(-1)
  const newestOf = (id: string) => answers.findLast((answer) => answer.characterId === id)
  const lastKey = recent.findLast((key) => store.item(key)?.isUser === false) ?? ''
  // Renders again when the newest answer is saved, or another alternate of it is shown.
  useMessage(store, lastKey, (item) => `${item?.id} ${item?.selected} ${item?.status} ${item?.characterId}`)
  const speakerId = (lastKey && (store.item(lastKey)?.characterId ?? characterId)) || null

  const expressionsOf = (id: string) => data?.characters.find((character) => character.id === id)?.expressions ?? []
  const setLabel = (answerId: string, label: string) =>
    queryClient.setQueryData<ChatExpressions>(
      queryKey,
      (known) => known && { ...known, labels: { ...known.labels, [answerId]: label } }
    )

  const asked = useRef(new Set<string>())
  const unlabeled =
    data && newest && expressionsOf(newest.characterId).length > 0 && data.labels[newest.answerId] === undefined
      ? newest
      : null
  const isLabeled = newest !== undefined && data?.labels[newest.answerId] !== undefined
  useEffect(() => {
    // An answer whose text changes loses its label, and is asked about again.
    if (isLabeled) asked.current.delete(newest!.answerId)
    if (!unlabeled || asked.current.has(unlabeled.answerId)) return
    const { messageId, answerId } = unlabeled
    asked.current.add(answerId)
    // Without a label, the default is shown.
    callServer(labelAnswer, { params: { id: messageId }, body: { answerId } }).then(
      ({ label }) => setLabel(answerId, label),
      () => {}
    )
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per answer
  }, [unlabeled?.answerId, isLabeled])

  return {
    hasAny: data?.characters.some(({ expressions }) => expressions !== null && expressions.length > 0) ?? false,
    speakerId,
    expressionsOf,
    faceOf(id) {
      const expressions = expressionsOf(id)
      const answer = newestOf(id)
      const label = (answer && data?.labels[answer.answerId])?.toLowerCase()
      return expressions.find(({ name }) => name.toLowerCase() === label) ?? expressions[0] ?? null
    },
    chooserOf(id) {
      const answer = newestOf(id)
      if (!answer) return null
      const { messageId, answerId } = answer
      return (label) => {
        setLabel(answerId, label)
        callServer(chooseExpression, { params: { id: messageId }, body: { answerId, label } }).catch((error) => {
          reportFailure(error, 'Failed to change the expression')
          void queryClient.invalidateQueries({ queryKey, exact: true })
        })
      }
    },
  }
}

/** The changes of a chat after which its expressions are read again. */
const changes: ReadonlySet<string> = new Set(['expression_changed', 'message_edited', 'rewound', 'version_changed'])

/** Returns the shown answer of a saved message of a character. */
const answerOf = (item: ChatItem | undefined, characterId: string | null): LabeledAnswer | null => {
  if (!item || item.isUser || item.id === null || item.status !== 'sent') return null
  const author = item.characterId ?? characterId
  if (author === null) return null
  return { characterId: author, messageId: item.id, answerId: item.alternates[item.selected]?.id ?? item.id }
}
