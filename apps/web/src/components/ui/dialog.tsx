import X from 'lucide-react/icons/x'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonClasses } from './button.tsx'
import { useFocusReturn } from './use_focus_return.ts'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string
  /** Beside the title. */
  picture?: ReactNode
  children: ReactNode
}

/** A modal: it takes the focus, keeps it, closes on Escape and gives the focus back. */
export function Dialog({ isOpen, onClose, title, description, picture, children }: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 grid animate-fade grid-cols-[minmax(0,28rem)] items-end justify-center overflow-y-auto bg-overlay sm:items-center sm:p-6">
          <RadixDialog.Content
            {...focusReturn}
            // A toast counts as a layer above and would take the Escape for itself; a dialog opened from this one has its own.
            onKeyDown={(event) => {
              if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose()
            }}
            className="dialog-motion relative w-full rounded-t-card border border-line bg-float p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-float outline-none sm:rounded-card sm:p-6"
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
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
              className={`${buttonClasses('quiet', true)} absolute top-2.5 right-2.5`}
            >
              <X aria-hidden className="size-5" />
            </RadixDialog.Close>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
