import type { User } from '#modules/accounts/api'
import type { ChatBranch, ChatCharacterVersion, ChatData } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { TextSettings } from '#web/components/text/text_settings'
import { lazyPart } from '#web/lib/lazy_part'
import { isServerRender } from '#web/lib/server_render'
import { toast } from '#web/lib/toasts'
import { useMediaQuery } from '#web/lib/use_media_query'
import { screens } from '#web/screens'
import type { ChatTarget } from '../chat_calls.ts'
import type { GroupData } from '../chat_query.ts'
import { BranchOrigin } from '../components/branch_origin.tsx'
import { CharacterPanel } from '../components/character_panel.tsx'
import { ChatBackdrop } from '../components/chat_backdrop.tsx'
import { ChatDemoNotice } from '../components/chat_demo_notice.tsx'
import { ChatHeader } from '../components/chat_header.tsx'
import { chatClasses } from '../components/chat_skeleton.tsx'
import { Composer } from '../components/composer.tsx'
import { ContextMeter } from '../components/context_meter.tsx'
import type { GroupMembersProps } from '../components/group_members.tsx'
import { MessageList } from '../components/message_list.tsx'
import { ModelChangeNotice } from '../components/model_change_notice.tsx'
import { ReplyAnnouncer } from '../components/reply_announcer.tsx'
import { ReplyStarters } from '../components/reply_starters.tsx'
import { ScenarioBox } from '../components/scenario_box.tsx'
import { SidePanel, sidePanelQuery } from '../components/side_panel.tsx'
import { SummaryNotice } from '../components/summary_notice.tsx'
import { VersionNotice } from '../components/version_notice.tsx'
import { defaultPersona } from '../default_persona.ts'
import { FacesContext, useExpressions } from '../expressions/use_expressions.ts'
import { groupName } from '../group_name.ts'
import { BranchesContext, MembersContext, ModelsContext, type ShownBranch } from '../message_actions.ts'
import { PicturesContext, useChatPictures } from '../pictures/chat_pictures.ts'
import { useAttachments } from '../pictures/use_attachments.ts'
import { readingAttributes } from '../reading_attributes.ts'
import { shownCharacter } from '#web/components/shared/shown_character'
import { ScriptsContext, useDisplayScripts } from '../scripts/use_display_scripts.ts'
import { useLinkedMessage } from '../search/use_linked_message.ts'
import { useSearchShortcut } from '../search/use_search_shortcut.ts'
import { shownPart } from '../shown_text.ts'
import { SuggestContext, suggestsAlways, useSuggestRequests } from '../suggestions/suggest_context.ts'
import { useChangeReading } from '../use_change_reading.ts'
import { useChatDialogs } from '../use_chat_dialogs.ts'
import { useChatNames } from '../use_chat_names.ts'
import { useChatPage } from '../use_chat_page.ts'
import { noMembers, useGroupTurns } from '../use_group_turns.ts'
import { useKeyboardInset } from '../use_keyboard_inset.ts'
import { useMessageActions } from '../use_message_actions.ts'
import { ChatVoice } from '../voice/chat_voice.tsx'

const AttachmentStrip = lazyPart(async () => (await import('../pictures/attachment_strip.tsx')).AttachmentStrip, null)
const Stage = lazyPart(async () => (await import('../expressions/stage.tsx')).Stage, null)
const ReplySuggestions = lazyPart(
  async () => (await import('../suggestions/reply_suggestions.tsx')).ReplySuggestions,
  null
)
const ChatDialogs = lazyPart(async () => (await import('../components/chat_dialogs.tsx')).ChatDialogs, null)
const HelpCard = lazyPart(async () => (await import('../components/help_card.tsx')).HelpCard, null)

export interface ChatViewProps {
  /** Must stay the same object. */
  place: ChatTarget
  data: ChatData | GroupData
  user: User
  /** Renders the members of a group. */
  groupBar?: (props: GroupMembersProps) => ReactNode
  /** Renders the question for the name of a user without one. */
  nameQuestion?: (asker: string) => ReactNode
  /** Renders similar characters. Called only on wide screens. */
  similar?: (character: Character) => ReactNode
}

/** A chat with one character or with several. */
export function ChatView(props: ChatViewProps) {
  const { place, data, user, groupBar, nameQuestion, similar } = props
  const groupData = 'mode' in data ? data : null
  const character = groupData ? null : data.character
  const canAnswer = character !== null || (groupData?.characters.some((member) => member.character) ?? false)
  const root = useRef<HTMLDivElement>(null)
  useKeyboardInset(root)
  const page = useChatPage({ ...props, canAnswer })
  const { draft, choice, conversation, session, phase, hasWaiting, hasWritten, line, isWriting, begin } = page
  const { model } = choice
  const pictures = useChatPictures(session)
  const attachments = useAttachments(session.id, conversation.store, pictures)
  const group = useGroupTurns(page, groupData)
  const dialogs = useChatDialogs()
  useLinkedMessage((id) => dialogs.set({ shownMessage: { id } }))
  useSearchShortcut(() => {
    // The focus returns there when the search is closed.
    page.field.current?.focus({ preventScroll: true })
    dialogs.set({ isSearching: true })
  })
  const faces = useExpressions({ sessionId: session.id, store: conversation.store, characterId: character?.id ?? null })
  const changeReading = useChangeReading()
  const isStage = faces.hasAny && (user.reading?.stage ?? false)
  const hasSidePanel = useMediaQuery(sidePanelQuery)
  const [updatedVersion, setUpdatedVersion] = useState<ChatCharacterVersion | null>(null)
  const version = groupData ? null : newerVersion(data.characterVersion, updatedVersion)
  const outdated = group?.members.find(({ version }) => version && version.number < version.newest)
  const shown = useMemo(() => shownCharacter({ character }), [character])
  const name = group ? groupName(group.members) : shown.name
  const names = useChatNames({
    character,
    name,
    char: version?.char ?? name,
    user: data.persona ?? defaultPersona(user),
    store: conversation.store,
    session,
  })
  const scripts = useDisplayScripts({
    count: data.scriptCount ?? 0,
    sessionId: session.id,
    versions: (group?.members ?? [{ version }]).map(({ version }) => version?.number),
    names,
    store: conversation.store,
  })
  const { value: suggesting, ...requests } = useSuggestRequests(
    canAnswer ? model?.suggestionCost : undefined,
    ReplySuggestions.load
  )
  const hasSuggestions =
    requests.count > 0 || data.suggestions || data.replyUnderWay?.kind === 'suggest' || (suggesting && suggestsAlways())
  const actions = useMessageActions({ page, dialogs, names })

  const send = (speakerId?: string) => {
    const content = draft.text.trim()
    if ((content === '' && attachments.pictures.length === 0) || hasWaiting || !model) return
    if (group?.mode === 'manual' && !speakerId)
      return void toast('Choose who answers', 'Tap a character above the chat.')
    begin((tier) => {
      draft.setText('')
      // Otherwise, the next turn may begin before the waiting message is sent.
      group?.endTalk()
      conversation.send(
        content,
        tier,
        speakerId,
        attachments.pictures.map(({ id }) => id)
      )
    })
  }
  const sendStarter = (content: string) => {
    // Until the models have loaded, the composer keeps the text.
    if (!model) draft.setText(content)
    else if (phase === 'idle') begin((tier) => conversation.send(content, tier))
  }
  const stop = () => {
    if (isWriting) line.stop()
    else if (phase !== 'idle') void conversation.stop()
    else group?.stopTalk()
  }
  const branches = useMemo(() => branchesByMessage(place, data.branches), [place, data.branches])
  const hasPanels = !group && !user.reading?.focus
  const written = session.scenario ?? character?.scenario
  const scenario = written ? shownPart(written, names) : null
  const linePhase = isWriting ? (line.phase === 'stopping' ? 'stopping' : 'replying') : phase
  const isFree = group ? group.isFree : phase === 'idle' && !isWriting
  return (
    <ModelsContext value={page.modelsContext}>
      <FacesContext value={faces}>
        <ScriptsContext value={scripts}>
          <SuggestContext value={suggesting}>
            <PicturesContext value={pictures}>
              <div
                ref={root}
                className={chatClasses}
                data-stage={isStage || undefined}
                {...readingAttributes(user.reading)}
              >
                <section
                  aria-label={`Chat with ${name}`}
                  className="@container relative flex min-w-0 flex-1 flex-col"
                  {...(canAnswer && attachments.dropProps)}
                >
                  {attachments.isOver && (
                    <p className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-card border-2 border-dashed border-accent-text bg-veil text-lg font-semibold text-on-picture">
                      Drop to show a picture
                    </p>
                  )}
                  <ChatBackdrop character={group?.members[0]?.character ?? character} picture={pictures.background} />
                  <ChatHeader
                    page={page}
                    dialogs={dialogs}
                    user={user}
                    name={name}
                    character={character}
                    group={group}
                    scenario={scenario}
                    canAnswer={canAnswer}
                    stage={faces.hasAny ? { isOn: isStage, change: (stage) => changeReading({ stage }) } : null}
                  />
                  {model?.isDemo && (
                    <ChatDemoNotice store={conversation.store} chatId={session.id} isAdmin={user.isAdmin} />
                  )}
                  {group && groupBar?.({ group, page, dialogs, user, canAnswer, onSend: send })}
                  {outdated?.character && outdated.version && (
                    <VersionNotice
                      key={outdated.id}
                      sessionId={session.id}
                      characterId={outdated.id}
                      name={outdated.character.name}
                      version={outdated.version}
                      onUpdated={() => {
                        page.markChanged()
                        page.reread()
                      }}
                    />
                  )}
                  {version && (
                    <VersionNotice
                      sessionId={session.id}
                      name={name}
                      version={version}
                      onUpdated={(updated) => {
                        page.markChanged()
                        setUpdatedVersion(updated)
                      }}
                    />
                  )}
                  <ModelChangeNotice line={page.modelChange.line} onClose={page.modelChange.close} />
                  {page.help.isOpen && <HelpCard onDismiss={page.help.close} />}
                  <SummaryNotice context={page.context.data} />
                  <TextSettings user={user}>
                    <BranchesContext value={branches}>
                      <MembersContext value={group?.shown ?? noMembers}>
                        {isStage && (
                          <Stage
                            characters={
                              group
                                ? group.members.flatMap((member) => member.character ?? [])
                                : character
                                  ? [character]
                                  : []
                            }
                            onLeave={() => changeReading({ stage: false })}
                          />
                        )}
                        {/* The same element with and without the stage, so that the list stays. */}
                        <div className="chat-lines contents">
                          <MessageList
                            shown={dialogs.shownMessage ?? null}
                            conversation={conversation}
                            names={names}
                            character={shown}
                            actions={actions}
                            canAnswer={canAnswer}
                            cutAboveId={page.cutAboveId}
                            notice={data.notice?.text}
                            opening={
                              <>
                                {character && session.parent && !page.hasOlder && (
                                  <BranchOrigin characterId={character.id} parent={session.parent} />
                                )}
                                {scenario && !hasWritten && !isStage && (
                                  <ScenarioBox character={character} text={scenario} hasPanel={hasPanels} />
                                )}
                              </>
                            }
                          />
                        </div>
                      </MembersContext>
                    </BranchesContext>
                  </TextSettings>
                  {character && !hasWritten && nameQuestion?.(name)}
                  {!group && data.starters && !hasWritten && (
                    <ReplyStarters starters={data.starters} store={conversation.store} onSend={sendStarter} />
                  )}
                  {canAnswer && hasWritten && hasSuggestions && (
                    <ReplySuggestions
                      page={page}
                      data={data}
                      rubies={user.rubies}
                      isFree={isFree}
                      requests={requests}
                      onSend={sendStarter}
                    />
                  )}
                  <ChatVoice subscribe={page.subscribeToText} names={names} characterId={character?.id ?? null} />
                  {canAnswer ? (
                    <Composer
                      page={page}
                      phase={group?.talk && linePhase === 'idle' ? 'replying' : linePhase}
                      onSend={send}
                      onStop={stop}
                      onWrite={isFree && model ? () => begin(line.write) : null}
                      onTurn={actions.turn}
                      characterName={group ? 'the group' : name}
                      rubies={user.rubies}
                      onFiles={attachments.add}
                      attachments={
                        attachments.isEmpty ? null : <AttachmentStrip attachments={attachments} model={model} />
                      }
                      hasPictures={attachments.pictures.length > 0}
                      isUploading={attachments.uploads.length > 0}
                      hint={
                        group?.talk ? (
                          <>
                            <span className="max-sm:sr-only">Talking: </span>
                            <span className="whitespace-nowrap">{group.talk.progress}</span>
                          </>
                        ) : draft.isHintShown ? (
                          'Draft saved'
                        ) : null
                      }
                      meter={<ContextMeter context={page.context.data} onOpen={dialogs.openPrompt} />}
                    />
                  ) : (
                    <p className="relative border-t border-line p-4 text-center text-balance text-soft">
                      {group ? 'These characters were deleted.' : 'This character was deleted.'} You can still read the
                      chat.
                    </p>
                  )}
                  {group && (
                    <p role="status" className="sr-only">
                      {group.talk && `Talking: ${group.talk.progress}`}
                    </p>
                  )}
                  <ReplyAnnouncer subscribe={page.subscribeToText} names={names} />
                </section>
                {/* After the chat, whose title is the first heading. It is shown before it. */}
                {hasPanels && character && (
                  <CharacterPanel
                    character={character}
                    scenario={scenario}
                    pins={session.pins}
                    onEditPins={dialogs.openMemory}
                    showsFace={!isStage}
                  />
                )}
                {hasPanels && (hasSidePanel || isServerRender) && (
                  <SidePanel isDemo={model?.isDemo} className={isServerRender ? 'max-xl:hidden' : undefined}>
                    {character ? (
                      similar?.(character)
                    ) : (
                      <p data-none className="text-sm text-faint">
                        No similar characters found
                      </p>
                    )}
                  </SidePanel>
                )}
                {(dialogs.wasUsed || page.modelChange.waiting) && (
                  <ChatDialogs
                    page={page}
                    dialogs={dialogs}
                    actions={actions}
                    names={names}
                    characterOf={(key) => group?.shown.get(conversation.store.item(key)?.characterId ?? '') ?? shown}
                  />
                )}
              </div>
            </PicturesContext>
          </SuggestContext>
        </ScriptsContext>
      </FacesContext>
    </ModelsContext>
  )
}

/** Groups the branches of a chat by message. Branches without a title, as in a chat without a title, are numbered. Groups show none. */
function branchesByMessage(characterId: ChatTarget, branches: readonly ChatBranch[] = []) {
  const byMessage = new Map<string, ShownBranch[]>()
  if (typeof characterId !== 'string') return byMessage
  for (const [index, { sessionId, messageId, title }] of branches.entries()) {
    const address = screens.chat.href({ characterId }, { session: sessionId })
    const shown = { address, title: title ?? `Branch ${index + 1}` }
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), shown])
  }
  return byMessage
}

/** Returns the newer version, because a read of the chat may be older than an update. Version numbers only grow. */
const newerVersion = (read: ChatCharacterVersion | null, updated: ChatCharacterVersion | null) =>
  read && updated && updated.number > read.number ? { ...updated, newest: Math.max(updated.newest, read.newest) } : read
