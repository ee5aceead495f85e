import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type KeyboardEvent } from 'react'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { isServerRender } from '#web/lib/server_render'
import { lazyPart } from '#web/lib/lazy_part'
import type { RenderedMessage } from './message_tools.tsx'

const MessageMenu = lazyPart(async () => (await import('./message_menu.tsx')).MessageMenu)

/** The classes that give small tools a touch target of 44 px on phones and touch screens. */
export const touchClasses = 'phone:size-11 pointer-coarse:size-11'

/** The classes that show tools on hover, focus and tap. Screen readers can always reach them. Hidden tools ignore accidental clicks. */
export const quietClasses =
  'opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 group-focus:opacity-100 not-group-hover:not-group-focus-within:not-group-focus:pointer-events-none'

/** The toolbar of a message, which is one tab stop. Arrow keys move between its buttons. The inert server-rendered page omits it. */
export function MessageToolbar(message: RenderedMessage) {
  if (isServerRender) return null
  const { item, text, actions, onEdit } = message
  const tool = { size: 's', tabIndex: -1, className: touchClasses } as const
  const trigger = <IconButton {...tool} label="More actions" icon={<Ellipsis />} />
  return (
    <div role="toolbar" aria-label="Message actions" className="flex items-center" onKeyDown={moveFocus}>
      <IconButton {...tool} tabIndex={0} label="Copy" icon={<Copy />} onClick={() => actions.copy(text)} />
      {item.id !== null && (
        <>
          <IconButton {...tool} label="Edit" icon={<Pencil />} onClick={onEdit} />
          <LazyMenu trigger={trigger}>
            <MessageMenu message={message} trigger={trigger} />
          </LazyMenu>
        </>
      )}
      <IconButton {...tool} label="Delete" icon={<Trash2 />} onClick={() => actions.delete(item.key)} />
    </div>
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
