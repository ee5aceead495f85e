import { AlertDialog } from 'radix-ui'
import type { RefObject } from 'react'
import { buttonClasses, type ButtonLook } from './button.tsx'
import { useCloseOnBack } from './use_close_on_back.ts'
import { useFocusReturn } from './use_focus_return.ts'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  question: string
  confirmLabel: string
  /** The look of the confirm button; `danger` by default. */
  look?: ButtonLook
  onConfirm: () => void
  /** Closes the dialog. Called after `onConfirm`, too. */
  onCancel: () => void
  /** The element that gets the focus after confirming, if the opener disappears. */
  focusAfterConfirm?: RefObject<HTMLElement | null>
}

/** Asks before an irreversible or sensitive action. Cancel has the initial focus. */
export function ConfirmDialog({
  isOpen,
  title,
  question,
  confirmLabel,
  look = 'danger',
  onConfirm,
  onCancel,
  focusAfterConfirm,
}: ConfirmDialogProps) {
  const { contentProps, returnTo } = useFocusReturn()
  useCloseOnBack(isOpen, onCancel)
  const confirm = () => {
    if (focusAfterConfirm?.current) returnTo(focusAfterConfirm.current)
    onConfirm()
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 grid animate-fade grid-cols-[minmax(0,25rem)] place-content-center overflow-y-auto bg-overlay p-4">
          <AlertDialog.Content
            {...contentProps}
            className="animate-pop rounded-card border border-line bg-float p-6 shadow-float outline-none"
          >
            <AlertDialog.Title className="display text-xl">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 break-words text-soft">{question}</AlertDialog.Description>
            <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
              <AlertDialog.Cancel className={buttonClasses('outline')}>Cancel</AlertDialog.Cancel>
              <AlertDialog.Action className={buttonClasses(look)} onClick={confirm}>
                {confirmLabel}
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
