import { groupModes, type GroupMember, type GroupMode } from '#modules/chat/api'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import UserPen from 'lucide-react/icons/user-pen'
import type { ReactNode } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { IconButton } from '#web/components/ui/icon_button'
import { Select } from '#web/components/ui/select'
import { classNames } from '#web/lib/class_names'
import { Price, usePricedLabel } from './price.tsx'

const modeNames: Record<GroupMode, string> = {
  natural: 'Natural order',
  in_turn: 'In turn',
  manual: 'Tap to speak',
}

interface GroupMembersProps {
  members: GroupMember[]
  mode: GroupMode
  onMode: (mode: GroupMode) => void
  /** More buttons beside the mode. */
  tools: ReactNode
  onEdit: () => void
  onMute: (id: string, isMuted: boolean) => void
  /** Lets a character answer the text in the composer, or reply without a text. */
  onSpeak: (id: string) => void
  canSpeak: boolean
  /** Whether the composer has a text. */
  hasText: boolean
}

/** The characters of a group. A tap lets a character speak. */
export function GroupMembers({
  members,
  mode,
  onMode,
  tools,
  onEdit,
  onMute,
  onSpeak,
  canSpeak,
  hasText,
}: GroupMembersProps) {
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
                address={character?.avatar ?? null}
                name={character?.name ?? '?'}
                focus={character?.avatarFocus}
                size="xs"
                className={classNames((isMuted || !character) && 'grayscale')}
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
                onClick={() => onMute(id, !isMuted)}
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
          onChange={(value) => onMode(value as GroupMode)}
          className="max-sm:min-w-0 max-sm:flex-1 sm:w-44"
        />
        {tools}
        <IconButton label="Edit members" aria-haspopup="dialog" icon={<UserPen />} onClick={onEdit} />
      </div>
    </div>
  )
}
