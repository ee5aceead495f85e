import X from 'lucide-react/icons/x'
import { Dialog as RadixDialog } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { buttonClasses } from './button.tsx'
import { useFocusReturn } from './use_focus_return.ts'
import { useSwipeDown } from './use_swipe_down.ts'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string
  /** Beside the title. */
  picture?: ReactNode
  children: ReactNode
}

/**
 * A modal: it takes the focus, keeps it, closes on Escape and gives the focus back. On a phone it is a sheet at the lower edge,
 * which a finger can pull away by its top.
 */
export function Dialog({ isOpen, onClose, title, description, picture, children }: DialogProps) {
  const focusReturn = useFocusReturn()
  const sheet = useRef<HTMLDivElement>(null)
  const swipeDown = useSwipeDown(sheet, onClose)
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 grid animate-fade grid-cols-[minmax(0,28rem)] items-end justify-center overflow-y-auto bg-overlay sm:items-center sm:p-6">
          <RadixDialog.Content
            ref={sheet}
            {...focusReturn}
            // A toast counts as a layer above and would take the Escape for itself; a dialog opened from this one has its own.
            onKeyDown={(event) => {
              if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose()
            }}
            className="dialog-motion relative w-full rounded-t-card border border-line bg-float p-5 pt-0 transition-[translate] ease-out max-sm:rounded-b-none max-sm:border-b-0 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-float outline-none sm:rounded-card sm:p-6 sm:pt-6"
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
            <div aria-hidden {...swipeDown} className="-mx-5 grid h-8 touch-none place-items-center sm:hidden">
              <span className="h-1 w-10 rounded-full bg-line-strong/60" />
            </div>
            <div className="flex items-center gap-4 pr-10">
              {picture}
              <div className="min-w-0">
                <RadixDialog.Title className="display text-xl break-words">{title}</RadixDialog.Title>
                {description !== undefined && (
                  <RadixDialog.Description className="mt-0.5 line-clamp-2 text-sm text-soft">
                    {description}
                  </RadixDialog.Description>
                )}
              </div>
            </div>
            {children}
            {/* Last, so that the dialog's own first action has the focus. */}
            <RadixDialog.Close
              aria-label="Close"
              className={`${buttonClasses('quiet', true)} absolute top-5 right-2.5 sm:top-2.5`}
            >
              <X aria-hidden className="size-5" />
            </RadixDialog.Close>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
