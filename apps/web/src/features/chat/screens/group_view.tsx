import type { User } from '#modules/accounts/api'
import { paths, scopeTexts, type ChatSession, type GroupMode, type ModelTier } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { DemoNotice } from '#web/components/shared/demo_notice'
import { liveEvents } from '#web/components/shared/live_events'
import { IconButton } from '#web/components/ui/icon_button'
import { showAlert } from '#web/lib/alerts'
import { browser } from '#web/lib/browser'
import { readerZone } from '#web/lib/reader_zone'
import { toast, toastFailure } from '#web/lib/toasts'
import { screens } from '#web/screens'
import { branchChat } from '../api/branch_chat.ts'
import { changeGroup, type GroupChange } from '../api/change_group.ts'
import { useContextOf } from '../api/get_context.ts'
import { getGroupQueryOptions, type GroupData } from '../api/get_group.ts'
import { stopReply } from '../api/stop_reply.ts'
import { endTalk } from '../api/talk.ts'
import { chatClasses } from '../chat_classes.ts'
import { moveChatToTop, refreshChatLists } from '../chat_lists.ts'
import { ChatBackdrop } from '../components/chat_backdrop.tsx'
import { Composer } from '../components/composer.tsx'
import { ContextMeter } from '../components/context_meter.tsx'
import { GroupHeader } from '../components/group_header.tsx'
import { GroupMembers } from '../components/group_members.tsx'
import { MessageList } from '../components/message_list.tsx'
import { ReplyAnnouncer } from '../components/reply_announcer.tsx'
import { VersionNotice } from '../components/version_notice.tsx'
import { groupName } from '../group_name.ts'
import { MembersContext, ModelsContext } from '../message_actions.ts'
import type { MemoryTabName } from '../memory/memory_dialog.tsx'
import { defaultPersona } from '../default_persona.ts'
import { readingAttributes } from '../reading_attributes.ts'
import { reportFailure } from '../reply/report_failure.ts'
import { SpeechTintContext } from '../speech_tint.ts'
import { shownCharacter } from '../shown_character.ts'
import { shownText, type ChatNames } from '../shown_text.ts'
import { useChosenModel } from '../use_chosen_model.ts'
import { useConversation } from '../use_conversation.ts'
import { useDraft } from '../use_draft.ts'
import { useOwnLine } from '../use_own_line.ts'
import { useKeyboardInset } from '../use_keyboard_inset.ts'
import { usePinMessage } from '../use_pin_message.ts'
import type { ShownMessage } from '../use_shown_message.ts'
import { useStableActions } from '../use_stable_actions.ts'

const TalkDialog = lazy(async () => ({ default: (await import('../components/talk_dialog.tsx')).TalkDialog }))
const NudgeDialog = lazy(async () => ({ default: (await import('../components/nudge_dialog.tsx')).NudgeDialog }))
const MemoryDialog = lazy(async () => ({ default: (await import('../memory/memory_dialog.tsx')).MemoryDialog }))
const ToldDialog = lazy(async () => ({ default: (await import('../memory/told_dialog.tsx')).ToldDialog }))
const ExcerptDialog = lazy(async () => ({ default: (await import('../components/excerpt_dialog.tsx')).ExcerptDialog }))

interface GroupViewProps {
  data: GroupData
  user: User
  onBalanceChanged: () => void
  onUpgrade: (address: string) => void
}

/** A chat with several characters. */
export function GroupView({ data, user, onBalanceChanged, onUpgrade }: GroupViewProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const groupId = data.session.id
  const [place] = useState({ groupId })
  const { queryKey } = getGroupQueryOptions(groupId)
  const draft = useDraft('group', groupId)
  const { models, model, chooseModel, problem, retry } = useChosenModel()
  const hasChanged = useRef(data.replyUnderWay !== null)
  const root = useRef<HTMLDivElement>(null)
  const composer = useRef<HTMLTextAreaElement>(null)
  const isBranching = useRef(false)
  useKeyboardInset(root)
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
  // What this page has changed since the chat was read. The cached chat isn't changed: its messages may be out of date.
  const [changed, setChanged] = useState<{ since: GroupData } & Partial<GroupData>>()
  const { characters: members, mode } = changed?.since === data ? { ...data, ...changed } : data
  const canAnswer = members.some(({ character }) => character !== null)
  const context = useContextOf(groupId, canAnswer ? model?.tier : undefined)
  const refreshContext = () => void queryClient.invalidateQueries({ queryKey: [paths.context(groupId)] })
  // Undefined until the dialog is first opened, null while it is closed.
  const [memoryTab, setMemoryTab] = useState<MemoryTabName | null>()
  const openPrompt = () => setMemoryTab('prompt')
  const [excerptKey, setExcerptKey] = useState<string | null>(null)
  const [toldKey, setToldKey] = useState<string | null>(null)
  const [shownMessage, setShownMessage] = useState<ShownMessage | null>(null)
  const [isNudging, setNudging] = useState(false)
  const [isAskingTurns, setAskingTurns] = useState(false)
  // A talk that this page has begun, until the chat is read again.
  const [begunTalk, setBegunTalk] = useState<GroupData['talk']>()
  const talk = begunTalk ?? data.talk

  const { conversation, subscribeToText, restartReads } = useConversation(place, data, {
    onSaved: (createdAt) => moveChatToTop(queryClient, groupId, createdAt),
    onChanged(createdAt) {
      hasChanged.current = true
      if (createdAt === null) void refreshChatLists(queryClient)
      else moveChatToTop(queryClient, groupId, createdAt)
      refreshContext()
      onBalanceChanged()
    },
    onEdited() {
      hasChanged.current = true
      void refreshChatLists(queryClient)
      refreshContext()
    },
    onStale() {
      const forget = () => setBegunTalk((now) => (now === begunTalk ? undefined : now))
      // The query shows its new data in the next task.
      void queryClient.invalidateQueries({ queryKey, exact: true }).finally(() => setTimeout(forget))
    },
    onDenied({ error, upgradeUrl }, content) {
      showAlert('Access Denied', error)
      // The message was not saved.
      if (content) putBack(content)
      onUpgrade(upgradeUrl)
    },
  })
  const { store } = conversation
  const { phase, hasWaiting } = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot)

  useEffect(() => {
    const { queryKey } = getGroupQueryOptions(groupId)
    // The cached chat is out of date: the next visit reads it again.
    return () => {
      if (hasChanged.current) queryClient.removeQueries({ queryKey, exact: true })
    }
  }, [groupId, queryClient])

  useEffect(
    () =>
      liveEvents.subscribe((event) => {
        if (event.type === 'chat' && event.what === 'talk_denied' && event.sessionId === groupId)
          showAlert(
            'The talk has ended',
            'You don’t have enough rubies for another reply. Get some in the ruby shop, or choose a cheaper model.'
          )
      }),
    [groupId]
  )

  const name = groupName(members)
  const shown = useMemo(
    () => new Map(members.map(({ id, character }) => [id, shownCharacter({ character })] as const)),
    [members]
  )
  const names = useGroupNames({ name, user: data.persona ?? defaultPersona(user), store, chatId: groupId })

  const pinMessage = usePinMessage({ session, onSession: changeSession })

  /** Shows a toast when it returns false. */
  const canAfford = ({ name, cost }: ModelTier) => {
    if (user.rubies >= cost) return true
    toastFailure(`Insufficient Rubies: You need ${cost} rubies to use the ${name} model.`)
    return false
  }
  /** Returns a text to the composer, above what was written meanwhile. */
  const putBack = (text: string) => draft.setText([text, draft.current()].filter((part) => part !== '').join('\n\n'))
  const send = (speakerId?: string) => {
    const content = draft.text.trim()
    if (content === '' || hasWaiting || !model || !canAfford(model)) return
    if (mode === 'manual' && !speakerId) return void toast('Choose who answers', 'Tap a character above the chat.')
    draft.setText('')
    hasChanged.current = true
    // Otherwise, the next turn may begin before the message that waits is sent.
    if (talk) endTalk(groupId).catch((error) => reportFailure(error, 'Failed to end the talk'))
    conversation.send(content, model.tier, speakerId)
  }
  const line = useOwnLine({
    place,
    data,
    draft,
    onEnded: onBalanceChanged,
    onDenied({ error, upgradeUrl }) {
      showAlert('Access Denied', error)
      onUpgrade(upgradeUrl)
    },
  })
  const isWriting = line.phase !== 'idle'
  const isFree = phase === 'idle' && !talk && !isWriting
  const writeOwnLine = () => {
    if (!model || !canAfford(model)) return
    hasChanged.current = true
    line.write(model.tier)
  }
  const startTalk = (turns: number) => {
    flushSync(() => setAskingTurns(false))
    if (!isFree || !model || !canAfford(model)) return
    hasChanged.current = true
    setBegunTalk({ turns, turnsLeft: turns - 1 })
    conversation.letTalk(turns, model.tier)
    // The button that opened the dialog is gone. On phones, focus would open the on-screen keyboard.
    if (window.matchMedia?.('(pointer: fine)').matches) composer.current?.focus({ preventScroll: true })
  }
  const stop = () => {
    if (isWriting) return line.stop()
    if (phase !== 'idle') return void conversation.stop()
    // Between two turns of a talk.
    stopReply(place, groupId).catch((error) => reportFailure(error, 'Failed to stop the talk'))
  }
  const speak = (id: string) => {
    if (draft.text.trim() !== '') return send(id)
    if (phase !== 'idle' || !model || !canAfford(model)) return
    hasChanged.current = true
    conversation.letSpeak(id, model.tier)
  }
  const change = (change: GroupChange, shownAs: Partial<GroupData>) => {
    setChanged((before) => ({ ...(before?.since === data && before), ...shownAs, since: data }))
    // Who speaks next may be another character.
    changeGroup(groupId, change).then(refreshContext, (error) => {
      setChanged(changed)
      reportFailure(error, 'Failed to change the group')
    })
  }
  const changeMode = (mode: GroupMode) => change({ mode }, { mode })
  const mute = (id: string, isMuted: boolean) => {
    const characters = members.map((member) => (member.id === id ? { ...member, isMuted } : member))
    const muted = characters.filter((member) => member.isMuted).map((member) => member.id)
    change({ muted }, { characters })
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
      const { lastAnswer } = store.snapshot()
      const item = lastAnswer === null ? undefined : store.item(lastAnswer)
      if (item && phase === 'idle') conversation.edits.choose(item.key, item.selected + step)
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
    showPrompt: setToldKey,
    rewind: (key) => void conversation.edits.rewind(key),
    branch(key) {
      const id = store.item(key)?.id
      if (!id || isBranching.current) return
      isBranching.current = true
      branchChat(groupId, id)
        .then(
          (branch) => {
            hasChanged.current = true
            void refreshChatLists(queryClient)
            void navigate(screens.group.href({ groupId: branch.id }))
            toast('Branch opened', 'The chat that it leaves stays as it is.')
          },
          (error) => reportFailure(error, 'Failed to branch this chat')
        )
        .finally(() => (isBranching.current = false))
    },
  })
  const modelsContext = useMemo(() => ({ models, model }), [models, model])
  const excerptOf = excerptKey === null ? undefined : store.item(excerptKey)?.characterId
  const showMessage = (id: string) => {
    // At once, so that the dialog returns the focus before the message takes it.
    flushSync(() => {
      setToldKey(null)
      // Stays undefined until the dialog was opened.
      setMemoryTab((tab) => tab && null)
    })
    setShownMessage({ id })
  }
  const told = toldKey === null ? undefined : store.item(toldKey)
  const cutAboveId = context.data && context.data.history.cutMessages > 0 ? context.data.history.oldestId : null
  const outdated = members.find(({ version }) => version && version.number < version.newest)
  const linePhase = line.phase === 'stopping' ? 'stopping' : 'replying'
  const shownPhase = isWriting ? linePhase : talk && phase === 'idle' ? 'replying' : phase
  const progress = talk ? `Talking: ${talk.turns - talk.turnsLeft} of ${talk.turns}` : null
  const placeholder = useMemo(() => shownCharacter({ character: null }), [])

  return (
    <ModelsContext value={modelsContext}>
      <div ref={root} className={chatClasses} {...readingAttributes(user.reading)}>
        <section aria-label={`Chat with ${name}`} className="@container relative flex min-w-0 flex-1 flex-col">
          <ChatBackdrop character={members[0]?.character ?? null} />
          <GroupHeader
            name={name}
            members={members}
            session={session}
            onSession={changeSession}
            onMemory={canAnswer ? openPrompt : null}
            onDeleted={() => void navigate(screens.recentChats.path, { replace: true })}
            models={models}
            model={model}
            onModel={chooseModel}
            reading={user.reading}
          />
          {model?.isDemo && (
            <DemoNotice isAdmin={user.isAdmin} className="border-b [@media(height<36rem)]:phone:hidden" />
          )}
          <GroupMembers
            members={members}
            mode={mode}
            onMode={changeMode}
            onMute={mute}
            onSpeak={speak}
            canSpeak={model !== undefined && !isWriting && (isFree || (draft.text.trim() !== '' && !hasWaiting))}
            hasText={draft.text.trim() !== ''}
          />
          {outdated?.character && outdated.version && (
            <VersionNotice
              key={outdated.id}
              sessionId={groupId}
              characterId={outdated.id}
              name={outdated.character.name}
              version={outdated.version}
              onUpdated={() => {
                hasChanged.current = true
                void queryClient.invalidateQueries({ queryKey, exact: true })
              }}
            />
          )}
          <SpeechTintContext value={user.reading?.speechTint ?? false}>
            <MembersContext value={shown}>
              <MessageList
                shown={shownMessage}
                conversation={conversation}
                names={names}
                character={placeholder}
                actions={actions}
                canAnswer={canAnswer}
                cutAboveId={cutAboveId}
                opening={null}
              />
            </MembersContext>
          </SpeechTintContext>
          {canAnswer ? (
            <Composer
              field={composer}
              text={draft.text}
              onText={draft.setText}
              onSend={() => send()}
              onStop={stop}
              tools={
                isFree && model ? (
                  <IconButton
                    label="Let them talk"
                    aria-haspopup="dialog"
                    icon={<MessagesSquare />}
                    onClick={() => setAskingTurns(true)}
                  />
                ) : null
              }
              onWrite={isFree && model ? writeOwnLine : null}
              isWriting={isWriting}
              onTurn={actions.turn}
              phase={shownPhase}
              hasWaiting={hasWaiting}
              characterName={name}
              model={model}
              modelProblem={problem}
              onRetryModels={retry}
              affordable={models.findLast((model) => model.available && model.cost <= user.rubies)}
              onModel={chooseModel}
              rubies={user.rubies}
              hint={
                talk ? (
                  <>
                    <span className="max-sm:sr-only">Talking: </span>
                    <span className="whitespace-nowrap">
                      {talk.turns - talk.turnsLeft} of {talk.turns}
                    </span>
                  </>
                ) : draft.isHintShown ? (
                  'Draft saved'
                ) : null
              }
              meter={<ContextMeter context={context.data} onOpen={openPrompt} />}
            />
          ) : (
            <p className="relative border-t border-line p-4 text-center text-balance text-soft">
              These characters were deleted. You can still read the chat.
            </p>
          )}
          <p role="status" className="sr-only">
            {progress}
          </p>
          <ReplyAnnouncer subscribe={subscribeToText} names={names} />
        </section>
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
        {isAskingTurns && model && (
          <Suspense>
            <TalkDialog model={model} rubies={user.rubies} onTalk={startTalk} onClose={() => setAskingTurns(false)} />
          </Suspense>
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
              character={shown.get(excerptOf ?? '') ?? placeholder}
              onClose={() => setExcerptKey(null)}
            />
          </Suspense>
        )}
      </div>
    </ModelsContext>
  )
}

/** Stays the same until a name changes, so that a new balance doesn't render every message. */
function useGroupNames({
  name,
  user,
  store,
  chatId,
}: { name: string; user: ReturnType<typeof defaultPersona>; chatId: string } & Pick<ChatNames, 'store'>): ChatNames {
  const { name: called, description, personality, background } = user
  return useMemo(() => {
    const texts = scopeTexts({}, { description, personality, background })
    const macros = { char: name, user: called, chatId, timeZone: readerZone, texts }
    return { character: name, user: called, macros, store }
  }, [name, called, description, personality, background, chatId, store])
}
