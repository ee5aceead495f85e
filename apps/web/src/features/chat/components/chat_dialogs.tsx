import type { MessageActions } from '../message_actions.ts'
import type { ShownCharacter } from '#web/components/shared/shown_character'
import type { ChatNames } from '../shown_text.ts'
import type { ChatDialogsState } from '../use_chat_dialogs.ts'
import type { ChatPage } from '../use_chat_page.ts'
import { lazyDialog, lazyPart } from '#web/lib/lazy_part'

const NudgeDialog = lazyPart(async () => (await import('./nudge_dialog.tsx')).NudgeDialog, null)
const ExcerptDialog = lazyPart(async () => (await import('./excerpt_dialog.tsx')).ExcerptDialog, null)
const DetailsDialog = lazyPart(async () => (await import('./details_dialog.tsx')).DetailsDialog, null)
const ModelChangeDialog = lazyPart(async () => (await import('./model_change_dialog.tsx')).ModelChangeDialog, null)
const PromptDialog = lazyPart(async () => (await import('../memory/prompt_dialog.tsx')).PromptDialog, null)
const ChatSettingsDialog = lazyDialog(
  async () => (await import('../memory/chat_settings_dialog.tsx')).ChatSettingsDialog
)
const MomentDialog = lazyPart(async () => (await import('../pictures/moment_dialog.tsx')).MomentDialog, null)
const ReportDialog = lazyDialog(async () => (await import('#web/components/shared/report_dialog')).ReportDialog)
const SearchDialog = lazyPart(async () => (await import('../search/search_dialog.tsx')).SearchDialog, null)
const MemoryDialog = lazyPart(async () => (await import('../memory/memory_dialog.tsx')).MemoryDialog, null)

interface ChatDialogsProps {
  page: ChatPage
  dialogs: ChatDialogsState
  actions: MessageActions
  names: ChatNames
  /** Returns the speaker of a message. */
  characterOf: (messageKey: string) => ShownCharacter
}

/** The dialogs of a chat or a group, loaded when they are first opened. */
export function ChatDialogs({ page, dialogs, actions, names, characterOf }: ChatDialogsProps) {
  const { context, session, changeSession, conversation, choice } = page
  const { set, memoryTab, excerptKey, showMessage } = dialogs
  const message = conversation.store.item(dialogs.promptKey ?? '')
  const reported = conversation.store.item(dialogs.reportKey ?? '')
  const drawn = conversation.store.item(dialogs.momentKey ?? '')
  const detailed = conversation.store.item(dialogs.detailsKey ?? '')
  return (
    <>
      {page.modelChange.waiting && <ModelChangeDialog {...page.modelChange} />}
      {dialogs.isNudging && (
        <NudgeDialog onReroll={(nudge) => actions.reroll(undefined, nudge)} onClose={() => set({ isNudging: false })} />
      )}
      {dialogs.isSearching && (
        <SearchDialog sessionId={session.id} onShowMessage={showMessage} onClose={() => set({ isSearching: false })} />
      )}
      {excerptKey && (
        <ExcerptDialog
          messageKey={excerptKey}
          names={names}
          character={characterOf(excerptKey)}
          onClose={() => set({ excerptKey: null })}
        />
      )}
      {drawn?.id && <MomentDialog messageId={drawn.id} onClose={() => set({ momentKey: null })} />}
      {detailed?.id && (
        <DetailsDialog
          messageId={detailed.id}
          answerId={detailed.alternates[detailed.selected]?.id}
          onShowPrompt={() => set({ detailsKey: null, promptKey: detailed.key })}
          onClose={() => set({ detailsKey: null })}
        />
      )}
      {message?.id && (
        <PromptDialog
          messageId={message.id}
          answerId={message.alternates[message.selected]?.id}
          onClose={() => set({ promptKey: null })}
          onShowMessage={showMessage}
        />
      )}
      <ReportDialog
        isOpen={Boolean(reported?.id)}
        onClose={() => set({ reportKey: null })}
        things={[{ thing: { kind: 'answer', id: reported?.id ?? '' }, label: 'Answer' }]}
      />
      <ChatSettingsDialog
        isOpen={dialogs.isInSettings ?? false}
        onClose={() => set({ isInSettings: false })}
        session={session}
        onSession={changeSession}
      />
      {memoryTab !== undefined && (
        <MemoryDialog
          tab={memoryTab}
          onTab={(memoryTab) => set({ memoryTab })}
          onClose={() => set({ memoryTab: null })}
          onShowMessage={showMessage}
          context={context.data}
          hasFailed={context.isError}
          onRetry={() => void context.refetch()}
          modelName={choice.model?.name ?? 'the model'}
          session={session}
          onSession={changeSession}
        />
      )}
    </>
  )
}
