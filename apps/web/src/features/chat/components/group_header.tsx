import type { ReadingPreferences } from '#modules/accounts/api'
import type { ChatSession, GroupMember, ModelTier } from '#modules/chat/api'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '#web/components/shared/avatar'
import { buttonClasses } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'
import { screens } from '#web/screens'
import { headerClasses } from './chat_header.tsx'
import { ChatMenuButton } from './chat_menu_button.tsx'
import { ModelSelect } from './model_select.tsx'

const TitleForm = lazy(async () => ({ default: (await import('./title_form.tsx')).TitleForm }))

/** The maximum number of portraits. More would leave no room for the title on phones. */
const portraitsMax = 3

interface GroupHeaderProps {
  name: string
  members: GroupMember[]
  session: ChatSession
  onSession: (session: ChatSession) => void
  onAdd: () => void
  /** null when all characters were deleted. */
  onSettings: (() => void) | null
  /** null when all characters were deleted. */
  onMemory: (() => void) | null
  models: ModelTier[]
  model: ModelTier | undefined
  onModel: (tier: string) => void
  reading: ReadingPreferences | null
}

export function GroupHeader(props: GroupHeaderProps) {
  const { name, members, session, onSession, models, model, onModel, reading } = props
  const [isRenaming, setIsRenaming] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const finishRenaming = (renamed: ChatSession | null) => {
    setIsRenaming(false)
    if (renamed) onSession(renamed)
    if (document.activeElement === document.body || document.activeElement?.tagName === 'INPUT')
      menu.current?.focus({ preventScroll: true })
  }
  return (
    <div className={headerClasses}>
      <Link to={screens.recentChats.path} aria-label="Back" title="Back" className={buttonClasses('quiet', true)}>
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      {isRenaming ? (
        <>
          <h1 className="sr-only">{name}</h1>
          <Suspense fallback={<span className="flex-1" />}>
            <TitleForm sessionId={session.id} title={session.title} placeholder={name} onDone={finishRenaming} />
          </Suspense>
        </>
      ) : (
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
            <h1 className="display truncate text-ui leading-tight sm:text-lg">{session.title ?? name}</h1>
            {session.title && <span className="block truncate text-xs text-soft">{name}</span>}
          </span>
        </div>
      )}
      <div className={classNames('min-w-0 shrink-0', isRenaming && 'phone:hidden')}>
        <ModelSelect models={models} chosen={model} onChoose={onModel} />
      </div>
      <ChatMenuButton
        ref={menu}
        session={session}
        characters={members.flatMap(({ character }) => character ?? [])}
        character={null}
        onAdd={props.onAdd}
        onRename={() => setIsRenaming(true)}
        onSettings={props.onSettings}
        onMemory={props.onMemory}
        reading={reading}
      />
    </div>
  )
}
