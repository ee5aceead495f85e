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
import { browser } from '../../../lib/browser.ts'
import { fillMacros, userName } from '../../../components/shared/fill_macros.ts'
import { toast, toastFailure } from '../../../lib/toasts.ts'
import { useMediaQuery } from '../../../lib/use_media_query.ts'
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
import { useVisibleHeight } from '../use_visible_height.ts'
import { roomClasses } from '../room_classes.ts'
import { isDrawnAhead } from '../../../lib/server_render.ts'

interface ChatRoomProps {
  characterId: string
  data: ChatData
  user: User
  onBalanceChanged: () => void
  onUpgrade: (address: string) => void
  /** Whom one could talk to as well; asked for only where there is room for it. */
  similar: (character: Character) => ReactNode
}

const ContextPanel = lazy(async () => ({ default: (await import('../components/context_panel.tsx')).ContextPanel }))

/** One session, opened: its messages and the ways to go on with it. */
export function ChatRoom({ characterId, data, user, onBalanceChanged, onUpgrade, similar }: ChatRoomProps) {
  const queryClient = useQueryClient()
  const draft = useDraft(characterId, data.session.id)
  const { models, model, chooseModel, problem: modelProblem, retry: retryModels } = useChosenModel()
  const hasChanged = useRef(data.replyUnderWay !== null)
  const room = useRef<HTMLDivElement>(null)
  useVisibleHeight(room)

  const hasSidePanel = useMediaQuery(sidePanelQuery)
  const [session, setSession] = useState(data.session)
  const [lastRead, setLastRead] = useState(data.session)
  if (lastRead !== data.session) {
    setLastRead(data.session)
    setSession(data.session)
  }
  const takeSession = (next: ChatSession) => {
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
      // The words were not saved anywhere: back to where they were typed.
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
    // What was read at the start is no longer how the chat stands: the next visit reads it anew.
    return () => {
      if (hasChanged.current) queryClient.removeQueries({ queryKey, exact: true })
    }
  }, [characterId, conversation, queryClient])

  const { name, initialsOf, avatar } = shownCharacter(data)
  const yourName = userName(user)
  const names = useMemo(() => ({ character: name, user: yourName }), [name, yourName])

  const mayAfford = (its: ModelTier) => {
    if (user.rubies >= its.cost) return true
    toastFailure(`Insufficient Rubies: You need ${its.cost} rubies to use the ${its.name} model.`)
    return false
  }
  const send = () => {
    const content = draft.text.trim()
    if (content === '' || phase !== 'idle' || !model || !mayAfford(model)) return
    draft.setText('')
    hasChanged.current = true
    conversation.send(content, model.tier)
  }
  const actions = useStableActions({
    retry(key) {
      if (phase === 'idle' && model && mayAfford(model)) conversation.retry(key, model.tier)
    },
    reroll(tier) {
      const its = tier === undefined ? model : models.find((one) => one.tier === tier)
      if (phase !== 'idle' || !its || !mayAfford(its)) return
      hasChanged.current = true
      conversation.reroll(its.tier)
    },
    goOn() {
      if (phase !== 'idle' || !model || !mayAfford(model)) return
      hasChanged.current = true
      conversation.goOn(model.tier)
    },
    choose: (key, index) => conversation.choose(key, index),
    copy: (text) =>
      void browser.copy(text).then(
        () => toast('Copied'),
        () => toastFailure('Error', 'Failed to copy message')
      ),
    edit: (key, content) => conversation.edit(key, content),
    delete: (key) => void conversation.delete(key),
    isComposerEmpty: () => draft.current() === '',
  })
  const modelsInUse = useMemo(() => ({ models, model }), [models, model])

  const { character } = data
  const cutAboveId = context.data && context.data.history.cutMessages > 0 ? context.data.history.oldestId : null
  return (
    <ModelsContext value={modelsInUse}>
      <div ref={room} className={roomClasses}>
        {character && <CharacterPanel character={character} />}
        <section aria-label={`Chat with ${name}`} className="relative flex min-w-0 flex-1 flex-col">
          <ChatBackdrop character={character} />
          <ChatHeader
            name={name}
            character={character}
            session={session}
            onSession={takeSession}
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
              affordable={models.findLast((one) => one.available && one.cost <= user.rubies)}
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
        {(hasSidePanel || isDrawnAhead) && (
          <SidePanel className={isDrawnAhead ? 'max-xl:hidden' : undefined}>
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
              onSession={takeSession}
            />
          </Suspense>
        )}
      </div>
    </ModelsContext>
  )
}

/** One object for good that always does what the latest one would: or a change of balance would draw every message. */
function useStableActions(actions: MessageActions): MessageActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<MessageActions>(() => ({
    retry: (key) => latest.current.retry(key),
    reroll: (tier) => latest.current.reroll(tier),
    goOn: () => latest.current.goOn(),
    choose: (key, index) => latest.current.choose(key, index),
    copy: (text) => latest.current.copy(text),
    edit: (key, content) => latest.current.edit(key, content),
    delete: (key) => latest.current.delete(key),
    isComposerEmpty: () => latest.current.isComposerEmpty(),
  }))
  return stable
}
