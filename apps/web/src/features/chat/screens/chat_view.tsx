import type { User } from '#modules/accounts/api'
import {
  paths,
  scopeTexts,
  type ChatBranch,
  type ChatCharacterVersion,
  type ChatData,
  type ChatPersona,
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
import { flushSync } from 'react-dom'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { browser } from '#web/lib/browser'
import { DemoNotice } from '#web/components/shared/demo_notice'
import { showAlert } from '#web/lib/alerts'
import { toast, toastFailure } from '#web/lib/toasts'
import { useMediaQuery } from '#web/lib/use_media_query'
import { branchChat } from '../api/branch_chat.ts'
import { getChatQueryOptions } from '../api/get_chat.ts'
import { useContextOf } from '../api/get_context.ts'
import { moveChatToTop, refreshChatLists } from '../chat_lists.ts'
import { CharacterPanel } from '../components/character_panel.tsx'
import { BranchOrigin } from '../components/branch_origin.tsx'
import { ChatBackdrop } from '../components/chat_backdrop.tsx'
import { ChatHeader } from '../components/chat_header.tsx'
import { Composer } from '../components/composer.tsx'
import { ContextMeter } from '../components/context_meter.tsx'
import { MessageList } from '../components/message_list.tsx'
import { ReplyAnnouncer } from '../components/reply_announcer.tsx'
import { ReplyStarters } from '../components/reply_starters.tsx'
import { ScenarioBox } from '../components/scenario_box.tsx'
import { BranchesContext, ModelsContext, type ShownBranch } from '../message_actions.ts'
import { SidePanel } from '../components/side_panel.tsx'
import { VersionNotice } from '../components/version_notice.tsx'
import type { MemoryTabName } from '../memory/memory_dialog.tsx'
import { useChosenModel } from '../use_chosen_model.ts'
import { useConversation } from '../use_conversation.ts'
import { useOwnLine } from '../use_own_line.ts'
import { useDraft } from '../use_draft.ts'
import { defaultPersona } from '../default_persona.ts'
import { readingAttributes } from '../reading_attributes.ts'
import { SpeechTintContext } from '../speech_tint.ts'
import { shownCharacter } from '../shown_character.ts'
import { shownPart, shownText, type ChatNames } from '../shown_text.ts'
import { sidePanelQuery } from '../side_panel_query.ts'
import { useKeyboardInset } from '../use_keyboard_inset.ts'
import { usePinMessage } from '../use_pin_message.ts'
import type { ShownMessage } from '../use_shown_message.ts'
import { useStableActions } from '../use_stable_actions.ts'
import { chatClasses } from '../chat_classes.ts'
import { readerZone } from '#web/lib/reader_zone'
import { isServerRender } from '#web/lib/server_render'
import { screens } from '#web/screens'
import { reportFailure } from '../reply/report_failure.ts'

interface ChatViewProps {
  characterId: string
  data: ChatData
  user: User
  onBalanceChanged: () => void
  onUpgrade: (address: string) => void
  /** Similar characters; rendered only on wide screens. */
  similar: (character: Character) => ReactNode
}

const NudgeDialog = lazy(async () => ({ default: (await import('../components/nudge_dialog.tsx')).NudgeDialog }))
const ExcerptDialog = lazy(async () => ({ default: (await import('../components/excerpt_dialog.tsx')).ExcerptDialog }))
const ToldDialog = lazy(async () => ({ default: (await import('../memory/told_dialog.tsx')).ToldDialog }))
const MemoryDialog = lazy(async () => ({ default: (await import('../memory/memory_dialog.tsx')).MemoryDialog }))

export function ChatView({ characterId, data, user, onBalanceChanged, onUpgrade, similar }: ChatViewProps) {
  const queryClient = useQueryClient()
  const draft = useDraft(characterId, data.session.id)
  const { models, model, chooseModel, problem: modelProblem, retry: retryModels } = useChosenModel()
  const navigate = useNavigate()
  const isBranching = useRef(false)
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
    restartReads()
    setSession(next)
  }
  const [updatedVersion, setUpdatedVersion] = useState<ChatCharacterVersion | null>(null)
  const version = newerVersion(data.characterVersion, updatedVersion)
  const context = useContextOf(session.id, data.character ? model?.tier : undefined)
  const refreshContext = () => void queryClient.invalidateQueries({ queryKey: [paths.context(data.session.id)] })
  // Undefined until the dialog is first opened, null while it is closed.
  const [memoryTab, setMemoryTab] = useState<MemoryTabName | null>()
  const [isNudging, setNudging] = useState(false)
  const [excerptKey, setExcerptKey] = useState<string | null>(null)
  const [toldKey, setToldKey] = useState<string | null>(null)
  const [shownMessage, setShownMessage] = useState<ShownMessage | null>(null)
  const openPrompt = useCallback(() => setMemoryTab('prompt'), [])
  const openMemory = useCallback(() => setMemoryTab('memory'), [])

  const { conversation, subscribeToText, restartReads } = useConversation(characterId, data, {
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
  const { phase, hasWritten, hasWaiting, hasOlder } = useSyncExternalStore(
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
    user: data.persona ?? defaultPersona(user),
    store: conversation.store,
    chatId: session.id,
  })

  const pinMessage = usePinMessage({
    session,
    onSession(next) {
      changeSession(next)
      refreshContext()
    },
  })

  /** Shows a toast when it returns false. */
  const canAfford = ({ name, cost }: ModelTier) => {
    if (user.rubies >= cost) return true
    toastFailure(`Insufficient Rubies: You need ${cost} rubies to use the ${name} model.`)
    return false
  }
  /** Returns a text to the composer, above what was written meanwhile. */
  const putBack = (text: string) => draft.setText([text, draft.current()].filter((part) => part !== '').join('\n\n'))
  const line = useOwnLine({
    place: characterId,
    data,
    draft,
    onEnded: onBalanceChanged,
    onDenied({ error, upgradeUrl }) {
      showAlert('Access Denied', error)
      onUpgrade(upgradeUrl)
    },
  })
  const isWriting = line.phase !== 'idle'
  const writeOwnLine = () => {
    if (!model || !canAfford(model)) return
    hasChanged.current = true
    line.write(model.tier)
  }
  const send = () => {
    const content = draft.text.trim()
    if (content === '' || hasWaiting || !model || !canAfford(model)) return
    draft.setText('')
    hasChanged.current = true
    conversation.send(content, model.tier)
  }
  const sendStarter = (content: string) => {
    // Until the models have loaded, the composer keeps it.
    if (!model) return draft.setText(content)
    if (phase !== 'idle' || !canAfford(model)) return
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
    reroll(tier, nudge) {
      const chosen = tier === undefined ? model : models.find((model) => model.tier === tier)
      if (phase !== 'idle' || !chosen || !canAfford(chosen)) return
      hasChanged.current = true
      conversation.reroll(chosen.tier, nudge)
    },
    askNudge: () => setNudging(true),
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
    pin(key) {
      const item = conversation.store.item(key)
      if (item) pinMessage(shownText(item, names))
    },
    savePicture: setExcerptKey,
    rewind: (key) => void conversation.edits.rewind(key),
    showPrompt: setToldKey,
    branch(key) {
      const id = conversation.store.item(key)?.id
      if (!id || isBranching.current) return
      isBranching.current = true
      branchChat(session.id, id)
        .then(
          (branch) => {
            hasChanged.current = true
            void refreshChatLists(queryClient)
            void navigate(screens.chat.href({ characterId }, { session: branch.id }))
            toast('Branch opened', 'The chat that it leaves stays as it is.')
          },
          (error) => reportFailure(error, 'Failed to branch this chat')
        )
        .finally(() => (isBranching.current = false))
    },
  })
  const branches = useMemo(() => branchesByMessage(characterId, data.branches), [characterId, data.branches])
  const modelsContext = useMemo(() => ({ models, model }), [models, model])

  const showMessage = (id: string) => {
    // At once, so that the dialog returns the focus before the message takes it.
    flushSync(() => {
      setToldKey(null)
      // Stays undefined until the dialog was opened.
      setMemoryTab((tab) => tab && null)
    })
    setShownMessage({ id })
  }
  const told = toldKey === null ? undefined : conversation.store.item(toldKey)
  const scenario = character?.scenario ? shownPart(character.scenario, names) : null
  const cutAboveId = context.data && context.data.history.cutMessages > 0 ? context.data.history.oldestId : null
  return (
    <ModelsContext value={modelsContext}>
      <div ref={root} className={chatClasses} {...readingAttributes(user.reading)}>
        {character && !user.reading?.focus && (
          <CharacterPanel character={character} scenario={scenario} pins={session.pins} onEditPins={openMemory} />
        )}
        <section aria-label={`Chat with ${name}`} className="@container relative flex min-w-0 flex-1 flex-col">
          <ChatBackdrop character={character} />
          <ChatHeader
            name={name}
            character={character}
            session={session}
            onSession={changeSession}
            onMemory={character ? openPrompt : null}
            models={models}
            model={model}
            onModel={chooseModel}
            rubies={user.rubies}
            reading={user.reading}
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
          <SpeechTintContext value={user.reading?.speechTint ?? false}>
            <BranchesContext value={branches}>
              <MessageList
                shown={shownMessage}
                conversation={conversation}
                names={names}
                character={shown}
                actions={actions}
                canAnswer={character !== null}
                cutAboveId={cutAboveId}
                opening={
                  <>
                    {session.parent && !hasOlder && <BranchOrigin characterId={characterId} parent={session.parent} />}
                    {character && scenario && !hasWritten && <ScenarioBox character={character} text={scenario} />}
                  </>
                }
              />
            </BranchesContext>
          </SpeechTintContext>
          {character && !hasWritten && (
            <ReplyStarters
              character={character}
              user={{ ...user, personaName: data.persona?.name ?? user.personaName }}
              onSend={sendStarter}
            />
          )}
          {character ? (
            <Composer
              field={composer}
              text={draft.text}
              onText={draft.setText}
              onSend={send}
              onStop={() => (isWriting ? line.stop() : void conversation.stop())}
              onWrite={phase === 'idle' && !isWriting && model ? writeOwnLine : null}
              isWriting={isWriting}
              onTurn={actions.turn}
              phase={isWriting ? (line.phase === 'stopping' ? 'stopping' : 'replying') : phase}
              hasWaiting={hasWaiting}
              characterName={name}
              model={model}
              modelProblem={modelProblem}
              onRetryModels={retryModels}
              affordable={models.findLast((model) => model.available && model.cost <= user.rubies)}
              onModel={chooseModel}
              rubies={user.rubies}
              hint={draft.isHintShown ? 'Draft saved' : null}
              meter={<ContextMeter context={context.data} onOpen={openPrompt} />}
            />
          ) : (
            <p className="relative border-t border-line p-4 text-center text-balance text-soft">
              This character was deleted. You can still read the chat.
            </p>
          )}
          <ReplyAnnouncer subscribe={subscribeToText} names={names} />
        </section>
        {!user.reading?.focus && (hasSidePanel || isServerRender) && (
          <SidePanel isDemo={model?.isDemo} className={isServerRender ? 'max-xl:hidden' : undefined}>
            {character ? similar(character) : <p className="text-sm text-faint">No similar characters found</p>}
          </SidePanel>
        )}
        {isNudging && (
          <Suspense>
            <NudgeDialog
              model={model}
              onReroll={(nudge) => actions.reroll(undefined, nudge)}
              onClose={() => setNudging(false)}
            />
          </Suspense>
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
        {told?.id && (
          <Suspense>
            <ToldDialog
              messageId={told.id}
              answerId={told.alternates[told.selected]?.id}
              onClose={() => setToldKey(null)}
              onShowMessage={showMessage}
            />
          </Suspense>
        )}
        {memoryTab !== undefined && (
          <Suspense>
            <MemoryDialog
              tab={memoryTab}
              onTab={setMemoryTab}
              onClose={() => setMemoryTab(null)}
              onShowMessage={showMessage}
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

/** A chat without a title has branches without one, which are numbered. */
function branchesByMessage(characterId: string, branches: readonly ChatBranch[] = []) {
  const byMessage = new Map<string, ShownBranch[]>()
  for (const [index, { sessionId, messageId, title }] of branches.entries()) {
    const address = screens.chat.href({ characterId }, { session: sessionId })
    const shown = { address, title: title ?? `Branch ${index + 1}` }
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), shown])
  }
  return byMessage
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
}: {
  character: Character | null
  name: string
  char: string
  user: Omit<ChatPersona, 'id' | 'avatar'>
  chatId: string
} & Pick<ChatNames, 'store'>): ChatNames {
  const { backstory, personality: manner, scenario } = character ?? {}
  const { name: called, description, personality, background } = user
  return useMemo(() => {
    const texts = scopeTexts({ backstory, personality: manner, scenario }, { description, personality, background })
    const macros = { char, user: called, chatId, timeZone: readerZone, texts }
    return { character: name, user: called, macros, store }
  }, [backstory, manner, scenario, name, char, called, description, personality, background, chatId, store])
}
