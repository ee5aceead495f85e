import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'

interface AlertFrameProps extends Pick<AlertDialog.AlertDialogContentProps, 'onOpenAutoFocus' | 'onCloseAutoFocus'> {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  text: string | undefined
  /** Buttons. */
  children: ReactNode
}

/** A small modal dialog that a click outside doesn't close. */
export const AlertFrame = ({ isOpen, onClose, title, text, children, ...focus }: AlertFrameProps) => (
  <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <AlertDialog.Portal>
      <AlertDialog.Overlay className="fixed inset-0 z-50 grid animate-fade grid-cols-[minmax(0,25rem)] place-content-center overflow-y-auto bg-overlay p-4">
        <AlertDialog.Content
          {...focus}
          className="animate-pop rounded-card border border-line bg-float p-6 shadow-float outline-none"
        >
          <AlertDialog.Title className="display text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 break-words text-soft">{text}</AlertDialog.Description>
          <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">{children}</div>
        </AlertDialog.Content>
      </AlertDialog.Overlay>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
