import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type KeyboardEvent } from 'react'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { isServerRender } from '#web/lib/server_render'
import { lazyPart } from '#web/lib/lazy_part'
import type { MessageActions } from '../message_actions.ts'
import type { ChatItem } from '../reply/message_store.ts'

const MessageMenu = lazyPart(async () => (await import('./message_menu.tsx')).MessageMenu)

/** The classes that give small tools a touch target of 44 px on phones and touch screens. */
export const touchClasses = 'phone:size-11 pointer-coarse:size-11'

/** The classes that show tools on hover, focus and tap. Screen readers can always reach them. Hidden tools ignore accidental clicks. */
export const quietClasses =
  'opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 group-focus:opacity-100 not-group-hover:not-group-focus-within:not-group-focus:pointer-events-none'

export interface MessageTools {
  onCopy: () => void
  /** Undefined while the message isn't saved. */
  onEdit?: () => void
  onDelete: () => void
  /** Shows a message to the model that the user has hidden from it. */
  onShow: () => void
  /** Undefined while the message isn't saved. */
  further?: { item: ChatItem; actions: MessageActions }
}

/** The toolbar of a message, which is one tab stop. Arrow keys move between its buttons. The inert server-rendered page omits it. */
export function MessageToolbar({ onCopy, onEdit, onDelete, further }: Omit<MessageTools, 'onShow'>) {
  if (isServerRender) return null
  return (
    <div role="toolbar" aria-label="Message actions" className="flex items-center" onKeyDown={moveFocus}>
      <IconButton size="s" label="Copy" icon={<Copy />} className={touchClasses} onClick={onCopy} />
      {onEdit && (
        <IconButton size="s" label="Edit" icon={<Pencil />} tabIndex={-1} className={touchClasses} onClick={onEdit} />
      )}
      {further && <FurtherTools {...further} />}
      <IconButton size="s" label="Delete" icon={<Trash2 />} tabIndex={-1} className={touchClasses} onClick={onDelete} />
    </div>
  )
}

function FurtherTools(tools: NonNullable<MessageTools['further']>) {
  const trigger = (
    <IconButton size="s" label="More actions" icon={<Ellipsis />} tabIndex={-1} className={touchClasses} />
  )
  return (
    <LazyMenu trigger={trigger}>
      <MessageMenu {...tools} trigger={trigger} />
    </LazyMenu>
  )
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  event.preventDefault()
  buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus()
}
