import { userName, type User } from '#modules/accounts/api'
import {
  paths,
  scopeTexts,
  type ChatCharacterVersion,
  type ChatData,
  type ChatSession,
  type ModelTier,
} from '#modules/chat/api'
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
import { DemoNotice } from '#web/components/shared/demo_notice'
import { showAlert } from '#web/lib/alerts'
import { toast, toastFailure } from '#web/lib/toasts'
import { useMediaQuery } from '#web/lib/use_media_query'
import { getChatQueryOptions } from '../api/get_chat.ts'
import { useContextOf } from '../api/get_context.ts'
import { moveChatToTop, refreshChatLists } from '../chat_lists.ts'
import { CharacterPanel } from '../components/character_panel.tsx'
import { ChatBackdrop } from '../components/chat_backdrop.tsx'
import { ChatHeader } from '../components/chat_header.tsx'
import { Composer } from '../components/composer.tsx'
import { ContextMeter } from '../components/context_meter.tsx'
import { MessageList } from '../components/message_list.tsx'
import { ReplyAnnouncer } from '../components/reply_announcer.tsx'
import { ReplyStarters } from '../components/reply_starters.tsx'
import { ScenarioBox } from '../components/scenario_box.tsx'
import { ModelsContext, type MessageActions } from '../message_actions.ts'
import { SidePanel } from '../components/side_panel.tsx'
import { VersionNotice } from '../components/version_notice.tsx'
import { useChosenModel } from '../use_chosen_model.ts'
import { useConversation } from '../use_conversation.ts'
import { useDraft } from '../use_draft.ts'
import { shownCharacter } from '../shown_character.ts'
import { shownPart, type ChatNames } from '../shown_text.ts'
import { sidePanelQuery } from '../side_panel_query.ts'
import { useKeyboardInset } from '../use_keyboard_inset.ts'
import { chatClasses } from '../chat_classes.ts'
import { readerZone } from '#web/lib/reader_zone'
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

const ExcerptDialog = lazy(async () => ({ default: (await import('../components/excerpt_dialog.tsx')).ExcerptDialog }))
const ContextPanel = lazy(async () => ({ default: (await import('../components/context_panel.tsx')).ContextPanel }))

export function ChatView({ characterId, data, user, onBalanceChanged, onUpgrade, similar }: ChatViewProps) {
  const queryClient = useQueryClient()
  const draft = useDraft(characterId, data.session.id)
  const { models, model, chooseModel, problem: modelProblem, retry: retryModels } = useChosenModel()
  const hasChanged = useRef(data.replyUnderWay !== null)
  const root = useRef<HTMLDivElement>(null)
  const composer = useRef<HTMLTextAreaElement>(null)
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
  const [updatedVersion, setUpdatedVersion] = useState<ChatCharacterVersion | null>(null)
  const version = newerVersion(data.characterVersion, updatedVersion)
  const context = useContextOf(session.id, data.character ? model?.tier : undefined)
  const refreshContext = () => void queryClient.invalidateQueries({ queryKey: [paths.context(data.session.id)] })
  const [panel, setPanel] = useState<'unused' | 'open' | 'closed'>('unused')
  const [excerptKey, setExcerptKey] = useState<string | null>(null)
  const openPanel = useCallback(() => setPanel('open'), [])

  const { conversation, subscribeToText } = useConversation(characterId, data, {
    onSaved: (createdAt) => moveChatToTop(queryClient, data.session.id, createdAt),
    onChanged(createdAt) {
      hasChanged.current = true
      if (createdAt === null) void refreshChatLists(queryClient)
      else moveChatToTop(queryClient, data.session.id, createdAt)
      refreshContext()
      onBalanceChanged()
    },
    onEdited() {
      hasChanged.current = true
      void refreshChatLists(queryClient)
      refreshContext()
    },
    onStale: () => void queryClient.invalidateQueries(getChatQueryOptions(characterId, { session: data.session.id })),
    onDenied({ error, upgradeUrl }, content) {
      showAlert('Access Denied', error)
      // The message was not saved.
      if (content) putBack(content)
      onUpgrade(upgradeUrl)
    },
  })
  const { phase, hasWritten, hasWaiting } = useSyncExternalStore(
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

  const { character } = data
  const shown = useMemo(() => shownCharacter({ character }), [character])
  const { name } = shown
  const names = useChatNames({
    character,
    name,
    char: version?.char ?? name,
    user,
    store: conversation.store,
    chatId: session.id,
  })

  /** Shows a toast when it returns false. */
  const canAfford = ({ name, cost }: ModelTier) => {
    if (user.rubies >= cost) return true
    toastFailure(`Insufficient Rubies: You need ${cost} rubies to use the ${name} model.`)
    return false
  }
  /** Returns a text to the composer, above what was written meanwhile. */
  const putBack = (text: string) => draft.setText([text, draft.current()].filter((part) => part !== '').join('\n\n'))
  const send = () => {
    const content = draft.text.trim()
    if (content === '' || hasWaiting || !model || !canAfford(model)) return
    draft.setText('')
    hasChanged.current = true
    conversation.send(content, model.tier)
  }
  const sendStarter = (content: string) => {
    if (phase !== 'idle' || !model || !canAfford(model)) return
    hasChanged.current = true
    conversation.send(content, model.tier)
  }
  const actions = useStableActions({
    retry(key) {
      if (phase === 'idle' && model && canAfford(model)) conversation.retry(key, model.tier)
    },
    cancel(key) {
      const text = conversation.cancelWaiting(key)
      if (text !== null) putBack(text)
      composer.current?.focus()
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
    turn(step) {
      const { lastAnswer } = conversation.store.snapshot()
      const item = lastAnswer === null ? undefined : conversation.store.item(lastAnswer)
      if (item && character && phase === 'idle') conversation.edits.choose(item.key, item.selected + step)
    },
    copy: (text) =>
      void browser.copy(text).then(
        () => toast('Copied'),
        () => toastFailure('Error', 'Failed to copy message')
      ),
    edit: (key, content) => conversation.edits.edit(key, content),
    delete: (key) => void conversation.edits.delete(key),
    savePicture: setExcerptKey,
  })
  const modelsContext = useMemo(() => ({ models, model }), [models, model])

  const scenario = character?.scenario ? shownPart(character.scenario, names) : null
  const cutAboveId = context.data && context.data.history.cutMessages > 0 ? context.data.history.oldestId : null
  return (
    <ModelsContext value={modelsContext}>
      <div ref={root} className={chatClasses}>
        {character && (
          <CharacterPanel character={character} scenario={scenario} pins={session.pins} onEditPins={openPanel} />
        )}
        <section aria-label={`Chat with ${name}`} className="@container relative flex min-w-0 flex-1 flex-col">
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
          {/* An on-screen keyboard leaves no room for it. */}
          {model?.isDemo && (
            <DemoNotice isAdmin={user.isAdmin} className="border-b [@media(height<36rem)]:phone:hidden" />
          )}
          {version && (
            <VersionNotice
              sessionId={session.id}
              name={name}
              version={version}
              onUpdated={(updated) => {
                hasChanged.current = true
                setUpdatedVersion(updated)
              }}
            />
          )}
          <MessageList
            conversation={conversation}
            names={names}
            character={shown}
            actions={actions}
            canAnswer={character !== null}
            cutAboveId={cutAboveId}
            opening={
              character && scenario && !hasWritten ? <ScenarioBox character={character} text={scenario} /> : null
            }
          />
          {character && !hasWritten && <ReplyStarters character={character} user={user} onSend={sendStarter} />}
          {character ? (
            <Composer
              field={composer}
              text={draft.text}
              onText={draft.setText}
              onSend={send}
              onStop={() => void conversation.stop()}
              onTurn={actions.turn}
              phase={phase}
              hasWaiting={hasWaiting}
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
          <ReplyAnnouncer subscribe={subscribeToText} names={names} />
        </section>
        {(hasSidePanel || isServerRender) && (
          <SidePanel isDemo={model?.isDemo} className={isServerRender ? 'max-xl:hidden' : undefined}>
            {character ? similar(character) : <p className="text-sm text-faint">No similar characters found</p>}
          </SidePanel>
        )}
        {excerptKey !== null && (
          <Suspense>
            <ExcerptDialog
              messageKey={excerptKey}
              names={names}
              character={shown}
              onClose={() => setExcerptKey(null)}
            />
          </Suspense>
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

/** A read of the chat may be older than an update. Numbers only grow. */
const newerVersion = (read: ChatCharacterVersion | null, updated: ChatCharacterVersion | null) =>
  read && updated && updated.number > read.number ? { ...updated, newest: Math.max(updated.newest, read.newest) } : read

/** Stays the same until a name or a text changes, so that a new balance doesn't render every message. */
function useChatNames({
  character,
  name,
  char,
  user,
  store,
  chatId,
}: { character: Character | null; name: string; char: string; user: User; chatId: string } & Pick<
  ChatNames,
  'store'
>): ChatNames {
  const called = userName(user)
  const { backstory, personality: manner, scenario } = character ?? {}
  const { personaDescription: description, personaPersonality: personality, personaBackground: background } = user
  return useMemo(() => {
    const persona = { description: description ?? '', personality: personality ?? '', background: background ?? '' }
    const texts = scopeTexts({ backstory, personality: manner, scenario }, persona)
    const macros = { char, user: called, chatId, timeZone: readerZone, texts }
    return { character: name, user: called, macros, store }
  }, [backstory, manner, scenario, name, char, called, description, personality, background, chatId, store])
}

/** An object that never changes and calls the latest actions, so that a new balance doesn't render every message. */
function useStableActions(actions: MessageActions): MessageActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<MessageActions>(() => ({
    retry: (key) => latest.current.retry(key),
    cancel: (key) => latest.current.cancel(key),
    reroll: (tier) => latest.current.reroll(tier),
    continueAnswer: () => latest.current.continueAnswer(),
    choose: (key, index) => latest.current.choose(key, index),
    turn: (step) => latest.current.turn(step),
    copy: (text) => latest.current.copy(text),
    edit: (key, content) => latest.current.edit(key, content),
    delete: (key) => latest.current.delete(key),
    savePicture: (key) => latest.current.savePicture(key),
  }))
  return stable
}
