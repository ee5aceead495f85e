import type { User } from '#modules/accounts/api'
import type { ChatData, ChatSession, ModelTier } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { showAlert } from '#web/lib/alerts'
import { browser } from '#web/lib/browser'
import { toastFailure } from '#web/lib/toasts'
import type { ChatTarget } from './chat_calls.ts'
import { moveChatToTop, refreshChatLists } from './chat_lists.ts'
import { chatQuery } from './chat_query.ts'
import { contextKey, useContextOf } from './memory/context.ts'
import { useChatSnapshot } from './reply/use_messages.ts'
import { useChosenModel } from './use_chosen_model.ts'
import { useConversation } from './use_conversation.ts'
import { useDraft } from './use_draft.ts'
import { useHelpOffer } from './use_help_offer.ts'
import { useModelChange } from './use_model_change.ts'
import { useOwnLine } from './use_own_line.ts'

interface ChatPageOptions {
  /** Must stay the same object. */
  place: ChatTarget
  data: ChatData
  user: User
  /** Whether a character is left to answer. */
  canAnswer: boolean
}

export type ChatPage = ReturnType<typeof useChatPage>

/** Returns the state and the actions of a chat's screen: the conversation, the session, the model, the unsent text and the context. */
export function useChatPage({ place, data, user, canAnswer }: ChatPageOptions) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  // Rubies may have been held, spent or returned.
  const refreshBalance = useRefreshUser()
  const field = useRef<HTMLTextAreaElement>(null)
  const sessionId = data.session.id
  const draft = useDraft(typeof place === 'string' ? place : 'group', sessionId)
  const choice = useChosenModel()
  const { model } = choice
  const { markChanged, reread, lastReread } = useCachedChat(place, data)

  const [session, setSession] = useState(data.session)
  const [lastSession, setLastSession] = useState(data.session)
  if (lastSession !== data.session) {
    setLastSession(data.session)
    setSession(data.session)
  }
  const changeSession = (next: ChatSession) => {
    markChanged()
    restartReads()
    setSession(next)
  }

  const context = useContextOf(sessionId, canAnswer ? model?.tier : undefined)
  const refreshContext = () => void queryClient.invalidateQueries({ queryKey: contextKey(sessionId) })

  /** Puts a text back into the composer, above the text that was written in the meantime. */
  const putBack = (text: string) => draft.setText([text, draft.current()].filter((part) => part !== '').join('\n\n'))
  const showDenial = ({ error, upgradeUrl }: { error: string; upgradeUrl: string }) => {
    showAlert('Access Denied', error)
    if (/^https?:/i.test(upgradeUrl)) browser.openTab(upgradeUrl)
    else void navigate(upgradeUrl)
  }
  const help = useHelpOffer()
  const { conversation, subscribeToText, restartReads } = useConversation(place, data, {
    onSaved: (createdAt) => moveChatToTop(queryClient, sessionId, createdAt),
    onChanged(createdAt) {
      markChanged()
      if (createdAt === null) void refreshChatLists(queryClient)
      else moveChatToTop(queryClient, sessionId, createdAt)
      refreshContext()
      refreshBalance()
    },
    onEdited() {
      markChanged()
      void refreshChatLists(queryClient)
      refreshContext()
    },
    onStale: reread,
    onHelpOffered: help.offer,
    onDenied(denial, content) {
      // The message was not saved.
      if (content) putBack(content)
      showDenial(denial)
    },
  })
  const { phase, hasWaiting, hasWritten, hasOlder } = useChatSnapshot(conversation.store)

  const modelChange = useModelChange({ data, asksFirst: user.asksBeforeNewModels ?? false, onNoted: markChanged })
  /** Requests a reply, unless the user can't afford it. Asks first if another model now answers. */
  const begin = (request: (tier: string) => void, by: ModelTier | undefined = model, onCancel?: () => void) => {
    if (!by || !canAfford(by, user.rubies)) return onCancel?.()
    modelChange.begin(
      by,
      () => {
        markChanged()
        request(by.tier)
      },
      onCancel
    )
  }
  const line = useOwnLine({ place, data, draft, onEnded: refreshBalance, onDenied: showDenial })
  const history = context.data?.history
  return {
    place,
    field,
    draft,
    choice: {
      ...choice,
      affordable: choice.models.findLast(({ available, cost }) => available && cost <= user.rubies),
    },
    modelsContext: useMemo(() => ({ models: choice.models, model }), [choice.models, model]),
    modelChange,
    begin,
    session,
    changeSession,
    help,
    markChanged,
    reread,
    lastReread,
    context,
    refreshContext,
    /** The id of the oldest message in the prompt; null if no messages were left out. */
    cutAboveId: history && history.cutMessages > 0 ? history.oldestId : null,
    conversation,
    subscribeToText,
    phase,
    hasWaiting,
    hasWritten,
    hasOlder,
    putBack,
    refreshBalance,
    showDenial,
    line,
    isWriting: line.phase !== 'idle',
  }
}

/** Whether the user can afford a model. Shows a toast if not. */
function canAfford({ name, cost }: ModelTier, rubies: number): boolean {
  if (rubies >= cost) return true
  toastFailure(`Insufficient Rubies: You need ${cost} rubies to use the ${name} model.`)
  return false
}

/** The cached answer of a chat: it is removed when the page closes after a change, and read again on request. */
function useCachedChat(place: ChatTarget, data: ChatData) {
  const queryClient = useQueryClient()
  const { id } = data.session
  const { queryKey } = chatQuery(place, { session: id })
  const hasChanged = useRef(data.replyUnderWay !== null)
  useEffect(
    // The next visit reads the chat again.
    () => () => {
      if (hasChanged.current)
        queryClient.removeQueries({ queryKey: chatQuery(place, { session: id }).queryKey, exact: true })
    },
    [place, id, queryClient]
  )
  /** The read that was requested last. Resolves when the query has the new data. */
  const [lastReread, setLastReread] = useState<Promise<void>>()
  return {
    /** Marks the cached chat as out of date. */
    markChanged: () => void (hasChanged.current = true),
    reread: () => setLastReread(queryClient.invalidateQueries({ queryKey, exact: true })),
    lastReread,
  }
}
