import type { User } from '#modules/accounts/api'
import type { ChatSession, GroupMember } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import PanelRight from 'lucide-react/icons/panel-right'
import Pencil from 'lucide-react/icons/pencil'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '#web/components/shared/avatar'
import { Button, buttonClasses } from '#web/components/ui/button'
import { Rubies } from '#web/components/shared/rubies'
import { classNames } from '#web/lib/class_names'
import { hasRubies } from '#web/lib/has_rubies'
import { screens } from '#web/screens'
import { lazyDialog, lazyPart } from '#web/lib/lazy_part'
import { useChangeReading } from '../use_change_reading.ts'
import { useLeaveFocusMode } from '../use_leave_focus_mode.ts'
import type { ChatDialogsState } from '../use_chat_dialogs.ts'
import type { ChatPage } from '../use_chat_page.ts'
import type { GroupTurns } from '../use_group_turns.ts'
import { ChatMenuButton, type StageSwitch } from './chat_menu_button.tsx'
import { ModelSelect } from './model_select.tsx'

const CharacterSheet = lazyDialog(async () => (await import('./character_sheet.tsx')).CharacterSheet)
const TitleForm = lazyPart(async () => (await import('./title_form.tsx')).TitleForm, <span className="flex-1" />)

/** The maximum number of portraits. More would leave no room for the title on phones. */
const portraitsMax = 3

interface ChatHeaderProps {
  page: ChatPage
  dialogs: ChatDialogsState
  user: User
  name: string
  /** null in groups, and when the character was deleted. */
  character: Character | null
  group: GroupTurns | null
  /** The scenario with macros replaced. */
  scenario: string | null
  canAnswer: boolean
  /** null where the chat has no expressions. */
  stage: StageSwitch | null
}

/** The classes of the header, shared with the skeleton. On phones, the header replaces the top bar. */
export const headerClasses =
  'relative flex min-h-15 items-center gap-1 border-b border-line bg-bg/85 px-2 py-2 sm:gap-3 sm:px-4 phone:box-content phone:h-[calc(3rem-1px)] phone:min-h-0 phone:gap-0.5 phone:px-1 phone:pt-[env(safe-area-inset-top)] phone:pb-0'

export function ChatHeader({
  page,
  dialogs,
  user,
  name,
  character,
  group,
  scenario,
  canAnswer,
  stage,
}: ChatHeaderProps) {
  const { session, choice } = page
  const { reading } = user
  const changeReading = useChangeReading()
  // A group has no panels.
  const isFocused = !group && (reading?.focus ?? false)
  const [isRenaming, setIsRenaming] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const showPanels = () => changeReading({ focus: false })
  useLeaveFocusMode(isFocused, showPanels)
  const finishRenaming = (renamed: ChatSession | null) => {
    setIsRenaming(false)
    if (renamed) page.changeSession(renamed)
    if (document.activeElement === document.body || document.activeElement?.tagName === 'INPUT')
      menu.current?.focus({ preventScroll: true })
  }
  return (
    <div className={headerClasses}>
      <Link
        to={(group ? screens.recentChats : screens.gallery).path}
        aria-label="Back"
        title="Back"
        className={buttonClasses('quiet', true)}
      >
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      {isRenaming ? (
        <>
          <h1 className="sr-only">{name}</h1>
          <TitleForm sessionId={session.id} title={session.title} placeholder={name} onDone={finishRenaming} />
        </>
      ) : group ? (
        <GroupTitle name={name} title={session.title} members={group.members} />
      ) : (
        <div className="flex min-w-0 flex-1 items-center gap-2 phone:mr-1">
          {/* The panel or the button shows the name. */}
          <h1 className={character ? 'sr-only' : 'display truncate text-lg'}>{name}</h1>
          {character && (
            <CharacterButton character={character} scenario={scenario} title={session.title} hasNoPanel={isFocused} />
          )}
          <button
            type="button"
            title="Rename chat"
            className="group -ml-1 hidden min-h-touch max-w-full min-w-0 items-center gap-2 rounded-control px-2 text-ui text-soft transition-colors hover:bg-hover hover:text-text lg:flex"
            onClick={() => setIsRenaming(true)}
          >
            <span className={classNames('truncate', session.title && 'font-semibold text-text')}>
              {session.title ?? 'Name this chat'}
            </span>
            <Pencil
              aria-hidden
              className="size-3.5 shrink-0 opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
            />
          </button>
        </div>
      )}
      {(group || character) && (
        <div className={classNames('min-w-0 shrink-0', isRenaming && 'phone:hidden')}>
          <ModelSelect models={choice.models} chosen={choice.model} onChoose={choice.chooseModel} />
        </div>
      )}
      {/* Phones have no top bar with the balance. On the narrowest phones, only the composer shows the remaining rubies. */}
      {!group && hasRubies() && (
        <Link
          to={screens.rubyShop.path}
          className={classNames(
            'hidden min-h-touch items-center rounded-control px-1.5 text-sm transition-colors hover:bg-hover phone:flex max-[23.4rem]:hidden!',
            isRenaming && 'phone:hidden'
          )}
        >
          <span className="sr-only">Balance: </span>
          <Rubies amount={user.rubies} className="gap-1!" />
        </Link>
      )}
      {isFocused && (
        <Button
          look="quiet"
          isIcon
          aria-label="Show panels"
          title="Show panels (Escape)"
          className="max-xl:hidden"
          onClick={() => {
            showPanels()
            menu.current?.focus({ preventScroll: true })
          }}
        >
          <PanelRight aria-hidden className="size-5" />
        </Button>
      )}
      <ChatMenuButton
        ref={menu}
        session={session}
        characters={group ? group.members.flatMap(({ character }) => character ?? []) : character ? [character] : []}
        character={character}
        onAdd={group ? () => dialogs.set({ isEditingMembers: true }) : undefined}
        onRename={() => setIsRenaming(true)}
        onSearch={() => dialogs.set({ isSearching: true })}
        onSettings={canAnswer ? dialogs.openSettings : null}
        onMemory={canAnswer ? dialogs.openPrompt : null}
        reading={reading}
        stage={stage}
      />
    </div>
  )
}

function GroupTitle({ name, title, members }: { name: string; title: string | null; members: GroupMember[] }) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      <span aria-hidden className="flex shrink-0 -space-x-3 max-[25rem]:hidden">
        {members.slice(0, portraitsMax).map(({ id, character }) => (
          <Avatar
            key={id}
            address={character?.avatar ?? null}
            name={character?.name ?? '?'}
            focus={character?.avatarFocus}
            size="s"
            className={classNames('ring-2 ring-bg', !character && 'grayscale')}
          />
        ))}
      </span>
      <span className="min-w-0">
        <h1 className="display truncate text-ui leading-tight sm:text-lg">{title ?? name}</h1>
        {title && <span className="block truncate text-xs text-soft">{name}</span>}
      </span>
    </div>
  )
}

interface CharacterButtonProps {
  character: Character
  scenario: string | null
  title: string | null
  /** Whether no panel shows the name. Then the button is also visible on wide screens. */
  hasNoPanel: boolean
}

function CharacterButton({ character, scenario, title, hasNoPanel }: CharacterButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div
        className={classNames(
          'relative -ml-1 flex max-w-full min-w-0 items-center phone:ml-0',
          !hasNoPanel && 'xl:hidden'
        )}
      >
        {/* The avatar is outside the button, because its initials would become part of the label. */}
        <Avatar
          address={character.avatar}
          name={character.name}
          focus={character.avatarFocus}
          size="s"
          className="pointer-events-none absolute! left-1 z-10 phone:left-0.5 phone:size-8 max-[22rem]:hidden"
        />
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`About ${character.name}${title ? `, ${title}` : ''}`}
          className="flex min-h-touch min-w-0 items-center gap-2.5 rounded-control pr-1 pl-12.5 text-left transition-colors hover:bg-hover phone:gap-1.5 phone:pr-0.5 phone:pl-10 max-[22rem]:pl-0.5!"
          onClick={() => setIsOpen(true)}
        >
          <span className="min-w-0">
            <span
              className={classNames(
                'display text-ui leading-tight wrap-anywhere max-[25rem]:text-sm max-[25rem]:leading-tight sm:line-clamp-1 sm:text-lg',
                title ? 'line-clamp-1' : 'line-clamp-2'
              )}
            >
              {character.name}
            </span>{' '}
            {title && <span className="block truncate text-xs text-soft lg:hidden">{title}</span>}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-faint phone:hidden" />
        </button>
      </div>
      <CharacterSheet character={character} scenario={scenario} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
