import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { Dialog } from '#web/components/ui/dialog'
import { MessageText } from '#web/components/text/message_text'
import type { MessageActions } from '../message_actions.ts'
import type { ChatItem } from '../reply/message_store.ts'
import { furtherTools } from './message_tools.tsx'
import { Price } from './price.tsx'

interface MessageSheetProps {
  item: ChatItem
  /** The text of the message with macros replaced. */
  text: string
  title: string
  actions: MessageActions
  canReroll: boolean
  onEdit: () => void
  isOpen: boolean
  onClose: () => void
}

/** A sheet with the actions of a long-pressed message, and with its text for selection. */
export function MessageSheet({ item, text, title, actions, canReroll, onEdit, isOpen, onClose }: MessageSheetProps) {
  const closeAnd = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <div
        tabIndex={0}
        className="-mx-2 mt-2 max-h-32 overflow-y-auto rounded-control px-2 text-sm break-words whitespace-pre-wrap text-soft focus-visible:-outline-offset-2"
      >
        <MessageText text={text} />
      </div>
      <ul className="-mx-2 mt-3 grid border-t border-line pt-2">
        <Action icon={<Copy />} onSelect={closeAnd(() => actions.copy(text))}>
          Copy
        </Action>
        {item.id !== null && (
          <Action icon={<Pencil />} onSelect={closeAnd(onEdit)}>
            Edit
          </Action>
        )}
        {item.id !== null &&
          furtherTools(item, actions).map(({ label, icon, run }) => (
            <Action key={label} icon={icon} onSelect={closeAnd(run)}>
              {label}
            </Action>
          ))}
        {canReroll && (
          <Action icon={<RotateCw />} onSelect={closeAnd(() => actions.reroll())}>
            Reroll <Price className="ml-1 text-sm text-soft" />
          </Action>
        )}
        <Action icon={<Trash2 />} isDanger onSelect={closeAnd(() => actions.delete(item.key))}>
          Delete
        </Action>
      </ul>
    </Dialog>
  )
}

interface ActionProps {
  icon: ReactNode
  isDanger?: boolean
  onSelect: () => void
  children: ReactNode
}

function Action({ icon, isDanger = false, onSelect, children }: ActionProps) {
  return (
    <li>
      <button
        type="button"
        className={`flex min-h-12 w-full items-center gap-3.5 rounded-control px-2 text-left text-ui transition-colors hover:bg-hover ${isDanger ? 'text-danger-text' : ''}`}
        onClick={onSelect}
      >
        <span aria-hidden className="opacity-70 [&>svg]:size-5">
          {icon}
        </span>
        <span>{children}</span>
      </button>
    </li>
  )
}
