import { AlertDialog as RadixAlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'

interface AlertDialogProps extends Pick<
  RadixAlertDialog.AlertDialogContentProps,
  'onOpenAutoFocus' | 'onCloseAutoFocus'
> {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  text: string | undefined
  /** Buttons. */
  children: ReactNode
}

/** A small modal dialog that a click outside doesn't close. */
export const AlertDialog = ({ isOpen, onClose, title, text, children, ...focus }: AlertDialogProps) => (
  <RadixAlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <RadixAlertDialog.Portal>
      <RadixAlertDialog.Overlay className="fixed inset-0 z-50 grid animate-fade grid-cols-[minmax(0,25rem)] place-content-center overflow-y-auto bg-overlay p-4">
        <RadixAlertDialog.Content
          {...focus}
          className="animate-pop rounded-card border border-line bg-float p-6 shadow-float outline-none"
        >
          <RadixAlertDialog.Title className="display text-xl">{title}</RadixAlertDialog.Title>
          <RadixAlertDialog.Description className="mt-2 break-words text-soft">{text}</RadixAlertDialog.Description>
          <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">{children}</div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Overlay>
    </RadixAlertDialog.Portal>
  </RadixAlertDialog.Root>
)
