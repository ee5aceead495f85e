import type { Reading } from '#modules/accounts/api'
import type { ChatSession, GroupMember, ModelTier } from '#modules/chat/api'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '#web/components/shared/avatar'
import { Button, buttonClasses } from '#web/components/ui/button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { classNames } from '#web/lib/class_names'
import { screens } from '#web/screens'
import { headerClasses } from './chat_header.tsx'
import { ModelSelect } from './model_select.tsx'

const TitleForm = lazy(async () => ({ default: (await import('./title_form.tsx')).TitleForm }))
const DeleteChatDialog = lazy(async () => ({ default: (await import('./delete_chat_dialog.tsx')).DeleteChatDialog }))
const ReadingSheet = lazy(async () => ({ default: (await import('./reading_sheet.tsx')).ReadingSheet }))
const ChatMenu = lazy(async () => ({ default: (await import('./chat_menu.tsx')).ChatMenu }))

/** The maximum number of portraits. More would leave no room for the title on phones. */
const portraitsMax = 3

interface GroupHeaderProps {
  name: string
  members: GroupMember[]
  session: ChatSession
  onSession: (session: ChatSession) => void
  /** null when all characters were deleted. */
  onMemory: (() => void) | null
  onDeleted: () => void
  models: ModelTier[]
  model: ModelTier | undefined
  onModel: (tier: string) => void
  reading: Reading | null
}

export function GroupHeader(props: GroupHeaderProps) {
  const { name, members, session, onSession, onMemory, onDeleted, models, model, onModel, reading } = props
  const [isReading, setReading] = useState(false)
  const [isRenaming, setIsRenaming] = useState(false)
  // Undefined until the dialog is first opened.
  const [isDeleting, setIsDeleting] = useState<boolean>()
  const menu = useRef<HTMLButtonElement>(null)
  const finishRenaming = (renamed: ChatSession | null) => {
    setIsRenaming(false)
    if (renamed) onSession(renamed)
    if (document.activeElement === document.body || document.activeElement?.tagName === 'INPUT')
      menu.current?.focus({ preventScroll: true })
  }
  const trigger = (
    <Button ref={menu} look="quiet" isIcon aria-label="Chat menu" title="Chat menu">
      <Ellipsis aria-hidden className="size-5" />
    </Button>
  )
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
      <LazyMenu trigger={trigger}>
        <ChatMenu
          sessionId={session.id}
          character={null}
          trigger={trigger}
          onRename={() => setIsRenaming(true)}
          onMemory={onMemory}
          onReading={() => setReading(true)}
          onDelete={() => setIsDeleting(true)}
        />
      </LazyMenu>
      {isDeleting !== undefined && (
        <Suspense>
          <DeleteChatDialog
            chatId={isDeleting ? session.id : null}
            onClose={() => setIsDeleting(false)}
            done={{ title: 'Chat deleted', text: 'The chat has been successfully deleted.' }}
            onDeleted={onDeleted}
          />
        </Suspense>
      )}
      {isReading && (
        <Suspense>
          <ReadingSheet reading={reading} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </div>
  )
}
