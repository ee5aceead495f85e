import { Dialog } from '#web/components/ui/dialog'
import { MessageText } from '#web/components/text/message_text'
import { classNames } from '#web/lib/class_names'
import { messageTools, type RenderedMessage } from './message_tools.tsx'

interface MessageSheetProps {
  message: RenderedMessage
  title: string
  canReroll: boolean
  isOpen: boolean
  onClose: () => void
}

/** A sheet with the actions of a long-pressed message, and with its text for selection. */
export function MessageSheet({ message, title, canReroll, isOpen, onClose }: MessageSheetProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <div
        tabIndex={0}
        className="-mx-2 mt-2 max-h-32 overflow-y-auto rounded-control px-2 text-sm break-words whitespace-pre-wrap text-soft focus-visible:-outline-offset-2"
      >
        <MessageText text={message.text} />
      </div>
      <ul className="-mx-2 mt-3 grid border-t border-line pt-2">
        {messageTools(message, { canReroll }).map(({ label, icon, aside, isDanger, run }) => (
          <li key={label}>
            <button
              type="button"
              className={classNames(
                'flex min-h-12 w-full items-center gap-3.5 rounded-control px-2 text-left text-ui transition-colors hover:bg-hover',
                isDanger && 'text-danger-text'
              )}
              onClick={() => {
                onClose()
                run()
              }}
            >
              <span aria-hidden className="opacity-70 [&>svg]:size-5">
                {icon}
              </span>
              <span>
                {label}
                {aside && (
                  <>
                    {' '}
                    <span className="ml-1 text-sm text-soft">{aside}</span>
                  </>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
