import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../../components/ui/icon_button.tsx'
import { classNames } from '../../../lib/class_names.ts'

/** There for readers always, for the eye on hover, focus and touch; unseen it can't be hit by accident. */
export const quietClasses =
  'opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 group-focus:opacity-100 not-group-hover:not-group-focus-within:not-group-focus:pointer-events-none'

interface MessageToolbarProps {
  onCopy: () => void
  /** Absent: it is not saved, and there is nothing to change yet. */
  onEdit?: () => void
  onDelete: () => void
  className?: string
}

/** One stop of the Tab key; the arrows lead along it. */
export function MessageToolbar({ onCopy, onEdit, onDelete, className }: MessageToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Message actions"
      className={classNames('flex items-center', className)}
      onKeyDown={moveAlong}
    >
      <IconButton size="s" label="Copy" icon={<Copy />} onClick={onCopy} />
      {onEdit && <IconButton size="s" label="Edit" icon={<Pencil />} tabIndex={-1} onClick={onEdit} />}
      <IconButton size="s" label="Delete" icon={<Trash2 />} tabIndex={-1} onClick={onDelete} />
    </div>
  )
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  event.preventDefault()
  buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus()
}
