import type { User } from '#modules/accounts/api'
import { paths, type ChatData, type ChatSession, type ModelTier } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { browser } from '#web/lib/browser'
import { fillMacros, userName } from '#web/components/shared/fill_macros'
import { toast, toastFailure } from '#web/lib/toasts'
import { useMediaQuery } from '#web/lib/use_media_query'
import { getChatQueryOptions } from '../api/get_chat.ts'
import { useContextOf } from '../api/get_context.ts'
import { listChatsQueryOptions } from '../api/list_chats.ts'
import { CharacterPanel } from '../components/character_panel.tsx'
import { ChatBackdrop } from '../components/chat_backdrop.tsx'
import { ChatHeader } from '../components/chat_header.tsx'
import { Composer } from '../components/composer.tsx'
import { ContextMeter } from '../components/context_meter.tsx'
import { MessageList } from '../components/message_list.tsx'
import { ReplyAnnouncer } from '../components/reply_announcer.tsx'
import { ScenarioBox } from '../components/scenario_box.tsx'
import { ModelsContext, type MessageActions } from '../message_actions.ts'
import { SidePanel } from '../components/side_panel.tsx'
import { useChosenModel } from '../use_chosen_model.ts'
import { useConversation } from '../use_conversation.ts'
import { useDraft } from '../use_draft.ts'
import { shownCharacter } from '../shown_character.ts'
import { sidePanelQuery } from '../side_panel_query.ts'
import { useKeyboardInset } from '../use_keyboard_inset.ts'
import { chatClasses } from '../chat_classes.ts'
import { isServerRender } from '#web/lib/server_render'

interface ChatViewProps {
  characterId: string
  data: ChatData
  user: User
  onBalanceChanged: () => void
  onUpgrade: (address: string) => void
  /** Similar characters; rendered only on wide screens. */
  similar: (character: Character) => ReactNode
}

const ContextPanel = lazy(async () => ({ default: (await import('../components/context_panel.tsx')).ContextPanel }))

export function ChatView({ characterId, data, user, onBalanceChanged, onUpgrade, similar }: ChatViewProps) {
  const queryClient = useQueryClient()
  const draft = useDraft(characterId, data.session.id)
  const { models, model, chooseModel, problem: modelProblem, retry: retryModels } = useChosenModel()
  const hasChanged = useRef(data.replyUnderWay !== null)
  const root = useRef<HTMLDivElement>(null)
  useKeyboardInset(root)

  const hasSidePanel = useMediaQuery(sidePanelQuery)
  const [session, setSession] = useState(data.session)
  const [lastSession, setLastSession] = useState(data.session)
  if (lastSession !== data.session) {
    setLastSession(data.session)
    setSession(data.session)
  }
  const changeSession = (next: ChatSession) => {
    hasChanged.current = true
    setSession(next)
  }
  const context = useContextOf(session.id, data.character ? model?.tier : undefined)
  const refreshContext = () => void queryClient.invalidateQueries({ queryKey: [paths.context(data.session.id)] })
  const [panel, setPanel] = useState<'unused' | 'open' | 'closed'>('unused')
  const openPanel = useCallback(() => setPanel('open'), [])

  const refreshChats = () => void queryClient.invalidateQueries(listChatsQueryOptions())
  const { conversation, subscribeToText } = useConversation(characterId, data, {
    onSaved: refreshChats,
    onChanged() {
      hasChanged.current = true
      refreshChats()
      refreshContext()
      onBalanceChanged()
    },
    onEdited() {
      hasChanged.current = true
      refreshChats()
      refreshContext()
    },
    onStale: () => void queryClient.invalidateQueries(getChatQueryOptions(characterId, { session: data.session.id })),
    onDenied({ error, upgradeUrl }, content) {
      toastFailure(`Access Denied: ${error}`)
      // The message was not saved: puts it back into the composer.
      if (content && draft.current() === '') draft.setText(content)
      onUpgrade(upgradeUrl)
    },
  })
  const { phase, hasWritten } = useSyncExternalStore(
    conversation.store.subscribe,
    conversation.store.snapshot,
    conversation.store.snapshot
  )

  useEffect(() => {
    const { queryKey } = getChatQueryOptions(characterId, { session: conversation.sessionId })
    // The cached chat is out of date: the next visit reads it again.
    return () => {
      if (hasChanged.current) queryClient.removeQueries({ queryKey, exact: true })
    }
  }, [characterId, conversation, queryClient])

  const { name, initialsOf, avatar } = shownCharacter(data)
  const yourName = userName(user)
  const names = useMemo(() => ({ character: name, user: yourName }), [name, yourName])

  /** Shows a toast when it returns false. */
  const canAfford = ({ name, cost }: ModelTier) => {
    if (user.rubies >= cost) return true
    toastFailure(`Insufficient Rubies: You need ${cost} rubies to use the ${name} model.`)
    return false
  }
  const send = () => {
    const content = draft.text.trim()
    if (content === '' || phase !== 'idle' || !model || !canAfford(model)) return
    draft.setText('')
    hasChanged.current = true
    conversation.send(content, model.tier)
  }
  const actions = useStableActions({
    retry(key) {
      if (phase === 'idle' && model && canAfford(model)) conversation.retry(key, model.tier)
    },
    reroll(tier) {
      const chosen = tier === undefined ? model : models.find((model) => model.tier === tier)
      if (phase !== 'idle' || !chosen || !canAfford(chosen)) return
      hasChanged.current = true
      conversation.reroll(chosen.tier)
    },
    continueAnswer() {
      if (phase !== 'idle' || !model || !canAfford(model)) return
      hasChanged.current = true
      conversation.continueAnswer(model.tier)
    },
    choose: (key, index) => conversation.edits.choose(key, index),
    copy: (text) =>
      void browser.copy(text).then(
        () => toast('Copied'),
        () => toastFailure('Error', 'Failed to copy message')
      ),
    edit: (key, content) => conversation.edits.edit(key, content),
    delete: (key) => void conversation.edits.delete(key),
    isComposerEmpty: () => draft.current() === '',
  })
  const modelsContext = useMemo(() => ({ models, model }), [models, model])

  const { character } = data
  const cutAboveId = context.data && context.data.history.cutMessages > 0 ? context.data.history.oldestId : null
  return (
    <ModelsContext value={modelsContext}>
      <div ref={root} className={chatClasses}>
        {character && <CharacterPanel character={character} />}
        <section aria-label={`Chat with ${name}`} className="relative flex min-w-0 flex-1 flex-col">
          <ChatBackdrop character={character} />
          <ChatHeader
            name={name}
            character={character}
            session={session}
            onSession={changeSession}
            onContext={character ? openPanel : null}
            models={models}
            model={model}
            onModel={chooseModel}
            rubies={user.rubies}
          />
          <MessageList
            conversation={conversation}
            names={names}
            avatar={avatar}
            initialsOf={initialsOf}
            actions={actions}
            canAnswer={character !== null}
            cutAboveId={cutAboveId}
            opening={
              character?.scenario && !hasWritten ? (
                <ScenarioBox character={character} text={fillMacros(character.scenario, names)} />
              ) : null
            }
          />
          {character ? (
            <Composer
              text={draft.text}
              onText={draft.setText}
              onSend={send}
              onStop={() => void conversation.stop()}
              phase={phase}
              characterName={name}
              model={model}
              modelProblem={modelProblem}
              onRetryModels={retryModels}
              affordable={models.findLast((model) => model.available && model.cost <= user.rubies)}
              onModel={chooseModel}
              rubies={user.rubies}
              hint={draft.isHintShown ? 'Draft saved' : null}
              meter={<ContextMeter context={context.data} onOpen={openPanel} />}
            />
          ) : (
            <p className="relative border-t border-line p-4 text-center text-balance text-soft">
              This character was deleted. You can still read the chat.
            </p>
          )}
          <ReplyAnnouncer subscribe={subscribeToText} />
        </section>
        {(hasSidePanel || isServerRender) && (
          <SidePanel className={isServerRender ? 'max-xl:hidden' : undefined}>
            {character ? similar(character) : <p className="text-sm text-faint">No similar characters found</p>}
          </SidePanel>
        )}
        {panel !== 'unused' && (
          <Suspense>
            <ContextPanel
              isOpen={panel === 'open'}
              onClose={() => setPanel('closed')}
              context={context.data}
              hasFailed={context.isError}
              onRetry={() => void context.refetch()}
              modelName={model?.name ?? 'the model'}
              session={session}
              onSession={changeSession}
            />
          </Suspense>
        )}
      </div>
    </ModelsContext>
  )
}

/** An object that never changes and calls the latest actions, so that a new balance doesn't render every message. */
function useStableActions(actions: MessageActions): MessageActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<MessageActions>(() => ({
    retry: (key) => latest.current.retry(key),
    reroll: (tier) => latest.current.reroll(tier),
    continueAnswer: () => latest.current.continueAnswer(),
    choose: (key, index) => latest.current.choose(key, index),
    copy: (text) => latest.current.copy(text),
    edit: (key, content) => latest.current.edit(key, content),
    delete: (key) => latest.current.delete(key),
    isComposerEmpty: () => latest.current.isComposerEmpty(),
  }))
  return stable
}
