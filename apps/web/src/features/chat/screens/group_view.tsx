import type { User } from '#modules/accounts/api'
import type { GroupMode } from '#modules/chat/api'
import { isBlankMessage } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { liveEvents } from '#web/components/shared/live_events'
import { IconButton } from '#web/components/ui/icon_button'
import { showAlert } from '#web/lib/alerts'
import { toast } from '#web/lib/toasts'
import { screens } from '#web/screens'
import { changeGroup, type GroupChange } from '../api/change_group.ts'
import type { GroupData } from '../api/get_group.ts'
import { stopReply } from '../api/stop_reply.ts'
import { endTalk } from '../api/talk.ts'
import { chatClasses } from '../chat_classes.ts'
import { ChatBackdrop } from '../components/chat_backdrop.tsx'
import { ChatDemoNotice } from '../components/chat_demo_notice.tsx'
import { Composer } from '../components/composer.tsx'
import { ContextMeter } from '../components/context_meter.tsx'
import { GroupHeader } from '../components/group_header.tsx'
import { GroupScenario } from '../components/scenario_box.tsx'
import { GroupMembers } from '../components/group_members.tsx'
import { MessageList } from '../components/message_list.tsx'
import { ModelChangeNotice } from '../components/model_change_notice.tsx'
import { ReplyAnnouncer } from '../components/reply_announcer.tsx'
import { SummaryNotice } from '../components/summary_notice.tsx'
import { VersionNotice } from '../components/version_notice.tsx'
import { refreshChatLists } from '../chat_lists.ts'
import { groupName } from '../group_name.ts'
import { MembersContext, ModelsContext } from '../message_actions.ts'
import { defaultPersona } from '../default_persona.ts'
import { readingAttributes } from '../reading_attributes.ts'
import { reportFailure } from '../reply/report_failure.ts'
import { TextSettings } from '#web/components/text/text_settings'
import { shownCharacter } from '../shown_character.ts'
import { shownPart } from '../shown_text.ts'
import { ChatDialogs } from '../components/chat_dialogs.tsx'
import { useChatDialogs } from '../use_chat_dialogs.ts'
import { useChatNames } from '../use_chat_names.ts'
import { useChatPage } from '../use_chat_page.ts'
import { useMessageActions } from '../use_message_actions.ts'

const EditMembersDialog = lazy(async () => ({
  default: (await import('../components/edit_members_dialog.tsx')).EditMembersDialog,
}))
const TalkDialog = lazy(async () => ({ default: (await import('../components/talk_dialog.tsx')).TalkDialog }))

interface GroupViewProps {
  data: GroupData
  user: User
  onBalanceChanged: () => void
  onUpgrade: (address: string) => void
}

/** A chat with several characters. */
export function GroupView({ data, user, onBalanceChanged, onUpgrade }: GroupViewProps) {
  const queryClient = useQueryClient()
  const groupId = data.session.id
  const [place] = useState({ groupId })
  // The changes by this page since the chat was read. The cached chat isn't changed, because its messages may be out of date.
  const [changed, setChanged] = useState<{ since: GroupData } & Partial<GroupData>>()
  const { characters: members, mode } = changed?.since === data ? { ...data, ...changed } : data
  const canAnswer = members.some(({ character }) => character !== null)
  const [isAskingTurns, setAskingTurns] = useState(false)
  const [isEditing, setEditing] = useState(false)
  // A talk that this page has started; undefined again once the chat has been read again.
  const [begunTalk, setBegunTalk] = useState<GroupData['talk']>()
  const talk = begunTalk ?? data.talk

  const page = useChatPage({
    place,
    data,
    user,
    canAnswer,
    onBalanceChanged,
    onUpgrade,
    onReread(done) {
      const forget = () => setBegunTalk((now) => (now === begunTalk ? undefined : now))
      // The query shows its new data in the next task.
      void done.finally(() => setTimeout(forget))
    },
  })
  const {
    draft,
    model,
    models,
    conversation,
    session,
    phase,
    hasWaiting,
    line,
    isWriting,
    canAfford,
    markChanged,
    modelChange,
  } = page
  const dialogs = useChatDialogs()

  useEffect(
    () =>
      liveEvents.subscribe((event) => {
        if (event.type === 'chat' && event.what === 'talk_denied' && event.sessionId === groupId)
          showAlert(
            'They stopped talking',
            'You don’t have enough rubies for another reply. Get some in the ruby shop, or choose a cheaper model.'
          )
      }),
    [groupId]
  )

  const name = groupName(members)
  const shown = useMemo(
    () =>
      new Map([
        ...members.map(({ id, character }) => [id, shownCharacter({ character })] as const),
        ...(data.former ?? []).map((character) => [character.id, shownCharacter({ character })] as const),
      ]),
    [members, data.former]
  )
  const names = useChatNames({
    character: null,
    name,
    char: name,
    user: data.persona ?? defaultPersona(user),
    store: conversation.store,
    session,
  })

  const actions = useMessageActions({
    page,
    dialogs,
    names,
    addressOf: (groupId) => screens.group.href({ groupId }),
  })

  const send = (speakerId?: string) => {
    const content = draft.text.trim()
    if (content === '' || hasWaiting || !model || !canAfford(model)) return
    if (mode === 'manual' && !speakerId) return void toast('Choose who answers', 'Tap a character above the chat.')
    modelChange.begin(model, () => {
      draft.setText('')
      markChanged()
      // Otherwise, the next turn may begin before the waiting message is sent.
      if (talk) endTalk(groupId).catch((error) => reportFailure(error, 'Failed to end the talk'))
      conversation.send(content, model.tier, speakerId)
    })
  }
  const isFree = phase === 'idle' && !talk && !isWriting
  const startTalk = (turns: number) => {
    flushSync(() => setAskingTurns(false))
    if (!isFree || !model || !canAfford(model)) return
    modelChange.begin(model, () => {
      markChanged()
      setBegunTalk({ turns, turnsLeft: turns - 1 })
      conversation.letTalk(turns, model.tier)
      // The button that opened the dialog is gone. On phones, focus would open the on-screen keyboard.
      if (window.matchMedia?.('(pointer: fine)').matches) page.field.current?.focus({ preventScroll: true })
    })
  }
  const stop = () => {
    if (isWriting) return line.stop()
    if (phase !== 'idle') return void conversation.stop()
    // The talk is between two turns, so no reply is running.
    stopReply(place, groupId).catch((error) => reportFailure(error, 'Failed to stop the talk'))
  }
  const speak = (id: string) => {
    if (!isBlankMessage(draft.text)) return send(id)
    if (phase !== 'idle' || !model || !canAfford(model)) return
    modelChange.begin(model, () => {
      markChanged()
      conversation.letSpeak(id, model.tier)
    })
  }
  const change = (change: GroupChange, shownAs: Partial<GroupData>) => {
    setChanged((before) => ({ ...(before?.since === data && before), ...shownAs, since: data }))
    // The next speaker may now be another character, which changes the context.
    changeGroup(groupId, change).then(page.refreshContext, (error) => {
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
  const outdated = members.find(({ version }) => version && version.number < version.newest)
  const shownPhase = talk && page.shownPhase === 'idle' ? 'replying' : page.shownPhase
  const progress = talk ? `Talking: ${talk.turns - talk.turnsLeft} of ${talk.turns}` : null
  const placeholder = useMemo(() => shownCharacter({ character: null }), [])
  const speakerOf = (key: string) => shown.get(conversation.store.item(key)?.characterId ?? '') ?? placeholder

  return (
    <ModelsContext value={page.modelsContext}>
      <div ref={page.root} className={chatClasses} {...readingAttributes(user.reading)}>
        <section aria-label={`Chat with ${name}`} className="@container relative flex min-w-0 flex-1 flex-col">
          <ChatBackdrop character={members[0]?.character ?? null} />
          <GroupHeader
            name={name}
            members={members}
            session={session}
            onSession={page.changeSession}
            onAdd={() => setEditing(true)}
            onSettings={canAnswer ? dialogs.openSettings : null}
            onMemory={canAnswer ? dialogs.openPrompt : null}
            models={models}
            model={model}
            onModel={page.chooseModel}
            reading={user.reading}
          />
          {model?.isDemo && <ChatDemoNotice store={conversation.store} chatId={groupId} isAdmin={user.isAdmin} />}
          <GroupMembers
            members={members}
            mode={mode}
            onMode={changeMode}
            tools={
              canAnswer && (
                <IconButton
                  label="Let them talk"
                  aria-haspopup="dialog"
                  icon={<MessagesSquare />}
                  disabled={!isFree || !model}
                  onClick={() => setAskingTurns(true)}
                />
              )
            }
            onEdit={() => setEditing(true)}
            onMute={mute}
            onSpeak={speak}
            canSpeak={model !== undefined && !isWriting && (isFree || (!isBlankMessage(draft.text) && !hasWaiting))}
            hasText={!isBlankMessage(draft.text)}
          />
          {outdated?.character && outdated.version && (
            <VersionNotice
              key={outdated.id}
              sessionId={groupId}
              characterId={outdated.id}
              name={outdated.character.name}
              version={outdated.version}
              onUpdated={() => {
                markChanged()
                void page.reread()
              }}
            />
          )}
          <ModelChangeNotice line={page.modelChange.line} onClose={page.modelChange.close} />
          <SummaryNotice context={page.context.data} />
          <TextSettings user={user}>
            <MembersContext value={shown}>
              <MessageList
                shown={dialogs.shownMessage}
                conversation={conversation}
                names={names}
                character={placeholder}
                actions={actions}
                canAnswer={canAnswer}
                cutAboveId={page.cutAboveId}
                notice={data.notice?.text}
                opening={
                  session.scenario && !page.hasWritten ? (
                    <GroupScenario text={shownPart(session.scenario, names)} />
                  ) : null
                }
              />
            </MembersContext>
          </TextSettings>
          {canAnswer ? (
            <Composer
              field={page.field}
              text={draft.text}
              onText={draft.setText}
              onSend={() => send()}
              onStop={stop}
              onWrite={isFree && model ? page.writeOwnLine : null}
              isWriting={isWriting}
              onTurn={actions.turn}
              phase={shownPhase}
              hasWaiting={hasWaiting}
              characterName="the group"
              model={model}
              modelProblem={page.modelProblem}
              onRetryModels={page.retryModels}
              affordable={page.affordable}
              onModel={page.chooseModel}
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
              meter={<ContextMeter context={page.context.data} onOpen={dialogs.openPrompt} />}
            />
          ) : (
            <p className="relative border-t border-line p-4 text-center text-balance text-soft">
              These characters were deleted. You can still read the chat.
            </p>
          )}
          <p role="status" className="sr-only">
            {progress}
          </p>
          <ReplyAnnouncer subscribe={page.subscribeToText} names={names} />
        </section>
        {isAskingTurns && model && (
          <Suspense>
            <TalkDialog model={model} rubies={user.rubies} onTalk={startTalk} onClose={() => setAskingTurns(false)} />
          </Suspense>
        )}
        {isEditing && (
          <Suspense>
            <EditMembersDialog
              groupId={groupId}
              members={members}
              onSaved={() => {
                markChanged()
                page.refreshContext()
                void page.reread()
                void refreshChatLists(queryClient)
              }}
              onClose={() => setEditing(false)}
            />
          </Suspense>
        )}
        <ChatDialogs page={page} dialogs={dialogs} actions={actions} names={names} characterOf={speakerOf} />
      </div>
    </ModelsContext>
  )
}
