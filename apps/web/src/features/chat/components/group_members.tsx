import type { User } from '#modules/accounts/api'
import { groupModes, isBlankMessage, type GroupMode } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import UserPen from 'lucide-react/icons/user-pen'
import { use } from 'react'
import { flushSync } from 'react-dom'
import { Avatar } from '#web/components/shared/avatar'
import { IconButton } from '#web/components/ui/icon_button'
import { Select } from '#web/components/ui/select'
import { classNames } from '#web/lib/class_names'
import { lazyPart } from '#web/lib/lazy_part'
import { refreshChatLists } from '../chat_lists.ts'
import { FacesContext } from '../expressions/use_expressions.ts'
import type { ChatDialogsState } from '../use_chat_dialogs.ts'
import type { ChatPage } from '../use_chat_page.ts'
import type { GroupTurns } from '../use_group_turns.ts'
import { Price, usePricedLabel } from './price.tsx'

const modeNames: Record<GroupMode, string> = {
  natural: 'Natural order',
  in_turn: 'In turn',
  manual: 'Tap to speak',
}

const EditMembersDialog = lazyPart(async () => (await import('./edit_members_dialog.tsx')).EditMembersDialog, null)
const TalkDialog = lazyPart(async () => (await import('./talk_dialog.tsx')).TalkDialog, null)

export interface GroupMembersProps {
  group: GroupTurns
  page: ChatPage
  dialogs: ChatDialogsState
  user: User
  canAnswer: boolean
  /** Sends the text in the composer to a character. */
  onSend: (id: string) => void
}

/** The characters of a group, and the controls of their turns. A tap lets a character answer the composer's text, or speak without a text. */
export function GroupMembers({ group, page, dialogs, user, canAnswer, onSend }: GroupMembersProps) {
  const queryClient = useQueryClient()
  const faces = use(FacesContext)
  const { members, mode, isFree } = group
  const { conversation } = page
  const { model } = page.choice
  const hasText = !isBlankMessage(page.draft.text)
  const canSpeak = model !== undefined && !page.isWriting && (isFree || (hasText && !page.hasWaiting))
  const onSpeak = (id: string) => {
    if (hasText) onSend(id)
    else if (page.phase === 'idle') page.begin((tier) => conversation.letSpeak(id, tier))
  }
  const editMembers = () => dialogs.set({ isEditingMembers: true })
  const startTalk = (turns: number) => {
    flushSync(() => dialogs.set({ isAskingTurns: false }))
    if (!isFree) return
    page.begin((tier) => {
      group.startTalk(turns, tier)
      // The button that opened the dialog is gone. On phones, focus would open the on-screen keyboard.
      if (window.matchMedia?.('(pointer: fine)').matches) page.field.current?.focus({ preventScroll: true })
    })
  }
  const priced = usePricedLabel()
  return (
    <div className="relative flex items-center gap-2 border-b border-line bg-bg/85 px-2 py-1.5 max-sm:flex-wrap sm:px-4">
      <ul
        aria-label="Characters"
        className="relative flex min-w-0 flex-1 gap-1.5 overflow-x-auto p-1 max-sm:basis-full"
      >
        {members.map(({ id, character, isMuted }) => (
          <li key={id} className="flex shrink-0 items-center rounded-full border border-line bg-raised">
            <button
              type="button"
              disabled={!canSpeak || !character}
              className="flex min-h-touch items-center gap-2 rounded-full pr-1 pl-1.5 text-sm transition-colors enabled:hover:bg-hover disabled:text-faint"
              title={character ? priced(`${hasText ? 'Send to' : 'Let speak:'} ${character.name}`) : undefined}
              onClick={() => onSpeak(id)}
            >
              <Avatar
                address={faces?.faceOf(id)?.address ?? character?.avatar ?? null}
                name={character?.name ?? '?'}
                focus={faces?.faceOf(id) ? null : character?.avatarFocus}
                size="xs"
                className={classNames(
                  (isMuted || !character) && 'grayscale',
                  faces?.hasAny && faces.speakerId !== null && faces.speakerId !== id && 'opacity-50'
                )}
              />
              <span className="sr-only">{hasText ? 'Send to ' : 'Let speak: '}</span>
              <span className="max-w-32 truncate">{character?.name ?? 'Deleted'}</span>
              {character && <Price className="text-xs text-soft" />}
            </button>
            {character && (
              <IconButton
                label={`${isMuted ? 'Unmute' : 'Mute'} ${character.name}`}
                title={isMuted ? 'Unmute' : 'Mute'}
                icon={isMuted ? <VolumeX className="size-4!" /> : <Volume2 className="size-4!" />}
                onClick={() => group.mute(id, !isMuted)}
              />
            )}
          </li>
        ))}
      </ul>
      {/* An on-screen keyboard leaves no room for these. */}
      <div className="flex items-center gap-1 max-sm:basis-full [@media(height<36rem)]:phone:hidden">
        <Select
          label="Who answers"
          value={mode}
          options={groupModes.map((value) => ({ value, label: modeNames[value] }))}
          onChange={(value) => group.changeMode(value as GroupMode)}
          className="max-sm:min-w-0 max-sm:flex-1 sm:w-44"
        />
        {canAnswer && (
          <IconButton
            label="Let them talk"
            aria-haspopup="dialog"
            icon={<MessagesSquare />}
            disabled={!isFree || !model}
            onClick={() => dialogs.set({ isAskingTurns: true })}
          />
        )}
        <IconButton label="Edit members" aria-haspopup="dialog" icon={<UserPen />} onClick={editMembers} />
      </div>
      {dialogs.isAskingTurns && model && (
        <TalkDialog
          model={model}
          rubies={user.rubies}
          onTalk={startTalk}
          onClose={() => dialogs.set({ isAskingTurns: false })}
        />
      )}
      {dialogs.isEditingMembers && (
        <EditMembersDialog
          groupId={page.session.id}
          members={members}
          onSaved={() => {
            page.markChanged()
            page.refreshContext()
            page.reread()
            void refreshChatLists(queryClient)
          }}
          onClose={() => dialogs.set({ isEditingMembers: false })}
        />
      )}
    </div>
  )
}
