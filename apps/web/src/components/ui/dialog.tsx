import X from 'lucide-react/icons/x'
import { Dialog as RadixDialog } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'
import { buttonClasses } from './button.tsx'
import { useCloseOnBack } from './use_close_on_back.ts'
import { useFocusReturn } from './use_focus_return.ts'
import { useSwipeToDismiss } from './use_swipe_down.ts'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string
  picture?: ReactNode
  /** A full-width picture at the top; `picture` overlaps it. */
  cover?: ReactNode
  /** `wide` has space for two columns, on wide screens. */
  width?: keyof typeof widths
  children: ReactNode
}

const widths = {
  small: 'grid-cols-[minmax(0,28rem)]',
  medium: 'grid-cols-[minmax(0,42rem)]',
  wide: 'grid-cols-[minmax(0,60rem)]',
}

/** A modal dialog. On phones it is a bottom sheet that closes when swiped down. The browser's Back closes it, too. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  picture,
  cover,
  width = 'small',
  children,
}: DialogProps) {
  const { contentProps } = useFocusReturn()
  useCloseOnBack(isOpen, onClose)
  const sheet = useRef<HTMLDivElement>(null)
  const swipeDown = useSwipeToDismiss(sheet, onClose)
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay
          className={classNames(
            'fixed inset-0 z-40 grid animate-fade items-end justify-center overflow-y-auto bg-overlay sm:items-center sm:p-6',
            widths[width]
          )}
        >
          <RadixDialog.Content
            ref={sheet}
            {...contentProps}
            // Radix gives Escape to the topmost layer, which may be a toast. A nested dialog handles its own.
            onKeyDown={(event) => {
              if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose()
            }}
            className="dialog-motion relative w-full overflow-clip rounded-t-card border border-line bg-float p-5 pt-0 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-float outline-none transition-[translate] ease-out max-sm:rounded-b-none max-sm:border-b-0 sm:rounded-card sm:p-6 sm:pt-6"
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
            <div
              aria-hidden
              {...swipeDown}
              className={classNames('-mx-5 touch-none sm:-mx-6', cover ? 'relative -mt-px sm:-mt-6' : 'sm:hidden')}
            >
              {cover}
              <span
                className={classNames(
                  'grid h-8 place-items-center sm:hidden',
                  cover ? 'absolute inset-x-0 top-0 text-on-picture/80' : 'text-line-strong/60'
                )}
              >
                <span className="h-1 w-10 rounded-full bg-current" />
              </span>
            </div>
            <div className={classNames('relative flex gap-4', cover ? '-mt-14 items-end' : 'items-center pr-10')}>
              {picture}
              <div className="min-w-0">
                <RadixDialog.Title
                  className={classNames('display break-words', cover ? 'line-clamp-3 text-lg sm:text-xl' : 'text-xl')}
                >
                  {title}
                </RadixDialog.Title>
                {description !== undefined && !cover && <Description text={description} />}
              </div>
            </div>
            {description !== undefined && cover && <Description text={description} className="mt-3" />}
            {children}
            {/* Last, so that the first control of the content gets the focus. */}
            <RadixDialog.Close
              aria-label="Close"
              className={classNames(
                buttonClasses(cover ? 'picture' : 'quiet', true),
                'absolute top-5 right-2.5 sm:top-2.5'
              )}
            >
              <X aria-hidden className="size-5" />
            </RadixDialog.Close>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function Description({ text, className = 'mt-1' }: { text: string; className?: string }) {
  return (
    <RadixDialog.Description className={classNames('line-clamp-2 text-sm break-words text-soft', className)}>
      {text}
    </RadixDialog.Description>
  )
}
