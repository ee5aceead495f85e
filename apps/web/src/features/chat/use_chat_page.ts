import type { User } from '#modules/accounts/api'
import { paths, type ChatData, type ChatSession, type ModelTier } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { showAlert } from '#web/lib/alerts'
import { toastFailure } from '#web/lib/toasts'
import type { ChatTarget } from './api/chat_paths.ts'
import { getChatQueryOptions } from './api/get_chat.ts'
import { useContextOf } from './api/get_context.ts'
import { moveChatToTop, refreshChatLists } from './chat_lists.ts'
import { useChosenModel } from './use_chosen_model.ts'
import { useConversation } from './use_conversation.ts'
import { useDraft } from './use_draft.ts'
import { useKeyboardInset } from './use_keyboard_inset.ts'
import { useModelChange } from './use_model_change.ts'
import { useOwnLine } from './use_own_line.ts'

interface ChatPageOptions {
  /** Must stay the same object. */
  place: ChatTarget
  data: ChatData
  user: User
  /** Whether a character is left to answer. */
  canAnswer: boolean
  onBalanceChanged: () => void
  onUpgrade: (address: string) => void
  /** Called when the chat is read again. `done` resolves when the query has the new data. */
  onReread?: (done: Promise<void>) => void
}

export type ChatPage = ReturnType<typeof useChatPage>

/**
 * Returns the state and the actions that the screens of chats and of groups share: the conversation, the session, the model, the unsent
 * text, the context and the price checks.
 */
export function useChatPage(options: ChatPageOptions) {
  const { place, data, user, canAnswer, onBalanceChanged, onUpgrade, onReread } = options
  const queryClient = useQueryClient()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useKeyboardInset(root)
  const sessionId = data.session.id
  const draft = useDraft(typeof place === 'string' ? place : 'group', sessionId)
  const { models, model, chooseModel, problem, retry } = useChosenModel()
  const modelsContext = useMemo(() => ({ models, model }), [models, model])

  const hasChanged = useRef(data.replyUnderWay !== null)
  /** Marks the cached chat as out of date. */
  const markChanged = () => void (hasChanged.current = true)
  useEffect(() => {
    const { queryKey } = getChatQueryOptions(place, { session: sessionId })
    // The next visit reads the chat again.
    return () => {
      if (hasChanged.current) queryClient.removeQueries({ queryKey, exact: true })
    }
  }, [place, sessionId, queryClient])

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
  const refreshContext = () => void queryClient.invalidateQueries({ queryKey: [paths.context(sessionId)] })
  const reread = () => {
    const { queryKey } = getChatQueryOptions(place, { session: sessionId })
    return queryClient.invalidateQueries({ queryKey, exact: true })
  }

  /** Puts a text back into the composer, above the text that was written in the meantime. */
  const putBack = (text: string) => draft.setText([text, draft.current()].filter((part) => part !== '').join('\n\n'))
  const showDenial = ({ error, upgradeUrl }: { error: string; upgradeUrl: string }) => {
    showAlert('Access Denied', error)
    onUpgrade(upgradeUrl)
  }
  const { conversation, subscribeToText, restartReads } = useConversation(place, data, {
    onSaved: (createdAt) => moveChatToTop(queryClient, sessionId, createdAt),
    onChanged(createdAt) {
      markChanged()
      if (createdAt === null) void refreshChatLists(queryClient)
      else moveChatToTop(queryClient, sessionId, createdAt)
      refreshContext()
      onBalanceChanged()
    },
    onEdited() {
      markChanged()
      void refreshChatLists(queryClient)
      refreshContext()
    },
    onStale() {
      const done = reread()
      onReread?.(done)
    },
    onDenied(denial, content) {
      // The message was not saved.
      if (content) putBack(content)
      showDenial(denial)
    },
  })
  const { store } = conversation
  const { phase, hasWaiting, hasWritten, hasOlder } = useSyncExternalStore(
    store.subscribe,
    store.snapshot,
    store.snapshot
  )

  /** Whether the user can afford a model. Shows a toast if not. */
  const canAfford = ({ name, cost }: ModelTier) => {
    if (user.rubies >= cost) return true
    toastFailure(`Insufficient Rubies: You need ${cost} rubies to use the ${name} model.`)
    return false
  }
  const modelChange = useModelChange({ data, asksFirst: user.asksBeforeNewModels ?? false, onNoted: markChanged })
  const line = useOwnLine({ place, data, draft, onEnded: onBalanceChanged, onDenied: showDenial })
  const writeOwnLine = () => {
    if (!model || !canAfford(model)) return
    modelChange.begin(model, () => {
      markChanged()
      line.write(model.tier)
    })
  }
  const isWriting = line.phase !== 'idle'
  const linePhase = line.phase === 'stopping' ? 'stopping' : 'replying'
  const history = context.data?.history
  return {
    root,
    field,
    draft,
    models,
    model,
    modelsContext,
    chooseModel,
    modelProblem: problem,
    retryModels: retry,
    affordable: models.findLast((model) => model.available && model.cost <= user.rubies),
    canAfford,
    modelChange,
    session,
    changeSession,
    markChanged,
    reread,
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
    line,
    isWriting,
    /** The phase that the composer shows, also while a model writes the user's line. */
    shownPhase: isWriting ? linePhase : phase,
    writeOwnLine,
  }
}
