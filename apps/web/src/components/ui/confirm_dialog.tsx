import { AlertDialog as RadixAlertDialog } from 'radix-ui'
import type { RefObject } from 'react'
import { AlertDialog } from './alert_dialog.tsx'
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
    <AlertDialog {...contentProps} isOpen={isOpen} onClose={onCancel} title={title} text={question}>
      <RadixAlertDialog.Cancel className={buttonClasses('outline')}>Cancel</RadixAlertDialog.Cancel>
      <RadixAlertDialog.Action className={buttonClasses(look)} onClick={confirm}>
        {confirmLabel}
      </RadixAlertDialog.Action>
    </AlertDialog>
  )
}
