import type { User } from '#modules/accounts/api'
import type { ChatBranch, ChatCharacterVersion, ChatData } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import { useMemo, useState, type ReactNode } from 'react'
import { useMediaQuery } from '#web/lib/use_media_query'
import { CharacterPanel } from '../components/character_panel.tsx'
import { BranchOrigin } from '../components/branch_origin.tsx'
import { ChatBackdrop } from '../components/chat_backdrop.tsx'
import { ChatDemoNotice } from '../components/chat_demo_notice.tsx'
import { ChatHeader } from '../components/chat_header.tsx'
import { Composer } from '../components/composer.tsx'
import { ContextMeter } from '../components/context_meter.tsx'
import { MessageList } from '../components/message_list.tsx'
import { ModelChangeNotice } from '../components/model_change_notice.tsx'
import { ReplyAnnouncer } from '../components/reply_announcer.tsx'
import { ReplyStarters } from '../components/reply_starters.tsx'
import { ScenarioBox } from '../components/scenario_box.tsx'
import { BranchesContext, ModelsContext, type ShownBranch } from '../message_actions.ts'
import { SidePanel } from '../components/side_panel.tsx'
import { SummaryNotice } from '../components/summary_notice.tsx'
import { VersionNotice } from '../components/version_notice.tsx'
import { defaultPersona } from '../default_persona.ts'
import { readingAttributes } from '../reading_attributes.ts'
import { TextSettings } from '#web/components/text/text_settings'
import { shownCharacter } from '../shown_character.ts'
import { shownPart } from '../shown_text.ts'
import { sidePanelQuery } from '../side_panel_query.ts'
import { chatClasses } from '../chat_classes.ts'
import { isServerRender } from '#web/lib/server_render'
import { screens } from '#web/screens'
import { ChatDialogs } from '../components/chat_dialogs.tsx'
import { useChatDialogs } from '../use_chat_dialogs.ts'
import { useChatNames } from '../use_chat_names.ts'
import { useChatPage } from '../use_chat_page.ts'
import { useMessageActions } from '../use_message_actions.ts'

interface ChatViewProps {
  characterId: string
  data: ChatData
  user: User
  onBalanceChanged: () => void
  onUpgrade: (address: string) => void
  /** Renders the question for the name of a user without one. */
  nameQuestion: (asker: string) => ReactNode
  /** Renders similar characters. Called only on wide screens. */
  similar: (character: Character) => ReactNode
}

export function ChatView({
  characterId,
  data,
  user,
  onBalanceChanged,
  onUpgrade,
  nameQuestion,
  similar,
}: ChatViewProps) {
  const { character } = data
  const page = useChatPage({
    place: characterId,
    data,
    user,
    canAnswer: character !== null,
    onBalanceChanged,
    onUpgrade,
  })
  const { draft, model, models, conversation, session, phase, hasWaiting, hasWritten, line, isWriting } = page
  const dialogs = useChatDialogs()
  const hasSidePanel = useMediaQuery(sidePanelQuery)
  const [updatedVersion, setUpdatedVersion] = useState<ChatCharacterVersion | null>(null)
  const version = newerVersion(data.characterVersion, updatedVersion)
  const shown = useMemo(() => shownCharacter({ character }), [character])
  const { name } = shown
  const names = useChatNames({
    character,
    name,
    char: version?.char ?? name,
    user: data.persona ?? defaultPersona(user),
    store: conversation.store,
    session,
  })
  const actions = useMessageActions({
    page,
    dialogs,
    names,
    addressOf: (session) => screens.chat.href({ characterId }, { session }),
  })

  const send = () => {
    const content = draft.text.trim()
    if (content === '' || hasWaiting || !model || !page.canAfford(model)) return
    page.modelChange.begin(model, () => {
      draft.setText('')
      page.markChanged()
      conversation.send(content, model.tier)
    })
  }
  const sendStarter = (content: string) => {
    // Until the models have loaded, the composer keeps the text.
    if (!model) return draft.setText(content)
    if (phase !== 'idle' || !page.canAfford(model)) return
    page.markChanged()
    conversation.send(content, model.tier)
  }
  const branches = useMemo(() => branchesByMessage(characterId, data.branches), [characterId, data.branches])
  const hasPanel = !user.reading?.focus
  const written = session.scenario ?? character?.scenario
  const scenario = written ? shownPart(written, names) : null
  return (
    <ModelsContext value={page.modelsContext}>
      <div ref={page.root} className={chatClasses} {...readingAttributes(user.reading)}>
        <section aria-label={`Chat with ${name}`} className="@container relative flex min-w-0 flex-1 flex-col">
          <ChatBackdrop character={character} />
          <ChatHeader
            name={name}
            character={character}
            scenario={scenario}
            session={session}
            onSession={page.changeSession}
            onSettings={character ? dialogs.openSettings : null}
            onMemory={character ? dialogs.openPrompt : null}
            models={models}
            model={model}
            onModel={page.chooseModel}
            rubies={user.rubies}
            reading={user.reading}
          />
          {model?.isDemo && <ChatDemoNotice store={conversation.store} chatId={session.id} isAdmin={user.isAdmin} />}
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
          <SummaryNotice context={page.context.data} />
          <TextSettings user={user}>
            <BranchesContext value={branches}>
              <MessageList
                shown={dialogs.shownMessage}
                conversation={conversation}
                names={names}
                character={shown}
                actions={actions}
                canAnswer={character !== null}
                cutAboveId={page.cutAboveId}
                notice={data.notice?.text}
                opening={
                  <>
                    {session.parent && !page.hasOlder && (
                      <BranchOrigin characterId={characterId} parent={session.parent} />
                    )}
                    {character && scenario && !hasWritten && (
                      <ScenarioBox character={character} text={scenario} hasPanel={hasPanel} />
                    )}
                  </>
                }
              />
            </BranchesContext>
          </TextSettings>
          {character && !hasWritten && nameQuestion(name)}
          {data.starters && !hasWritten && (
            <ReplyStarters starters={data.starters} store={conversation.store} onSend={sendStarter} />
          )}
          {character ? (
            <Composer
              field={page.field}
              text={draft.text}
              onText={draft.setText}
              onSend={send}
              onStop={() => (isWriting ? line.stop() : void conversation.stop())}
              onWrite={phase === 'idle' && !isWriting && model ? page.writeOwnLine : null}
              isWriting={isWriting}
              onTurn={actions.turn}
              phase={page.shownPhase}
              hasWaiting={hasWaiting}
              characterName={name}
              model={model}
              modelProblem={page.modelProblem}
              onRetryModels={page.retryModels}
              affordable={page.affordable}
              onModel={page.chooseModel}
              rubies={user.rubies}
              hint={draft.isHintShown ? 'Draft saved' : null}
              meter={<ContextMeter context={page.context.data} onOpen={dialogs.openPrompt} />}
            />
          ) : (
            <p className="relative border-t border-line p-4 text-center text-balance text-soft">
              This character was deleted. You can still read the chat.
            </p>
          )}
          <ReplyAnnouncer subscribe={page.subscribeToText} names={names} />
        </section>
        {/* After the chat, whose title is the first heading. It is shown before it. */}
        {hasPanel && character && (
          <CharacterPanel
            character={character}
            scenario={scenario}
            pins={session.pins}
            onEditPins={dialogs.openMemory}
          />
        )}
        {!user.reading?.focus && (hasSidePanel || isServerRender) && (
          <SidePanel isDemo={model?.isDemo} className={isServerRender ? 'max-xl:hidden' : undefined}>
            {character ? (
              similar(character)
            ) : (
              <p data-none className="text-sm text-faint">
                No similar characters found
              </p>
            )}
          </SidePanel>
        )}
        <ChatDialogs page={page} dialogs={dialogs} actions={actions} names={names} characterOf={() => shown} />
      </div>
    </ModelsContext>
  )
}

/** Groups the branches of a chat by message. Branches without a title, as in a chat without a title, are numbered. */
function branchesByMessage(characterId: string, branches: readonly ChatBranch[] = []) {
  const byMessage = new Map<string, ShownBranch[]>()
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
