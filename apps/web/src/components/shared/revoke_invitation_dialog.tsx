import type { RefObject } from 'react'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { attempt, toast } from '#web/lib/toasts'

interface RevokeInvitationDialogProps {
  /** The invitation in question. Null while the dialog is closed. */
  invitation: { id: string } | null
  revoke: (call: { params: { id: string } }) => Promise<unknown>
  onRevoked?: () => void
  onClose: () => void
  /** The element that gets the focus, because the button of the invitation disappears. */
  focusAfterConfirm?: RefObject<HTMLElement | null>
}

/** Asks before an invitation is revoked, then revokes it. */
export function RevokeInvitationDialog({
  invitation,
  revoke,
  onRevoked,
  onClose,
  focusAfterConfirm,
}: RevokeInvitationDialogProps) {
  const end = ({ id }: { id: string }) =>
    attempt('Failed to revoke the invitation', async () => {
      await revoke({ params: { id } })
      onRevoked?.()
      toast('Invitation revoked', 'Its link no longer works.')
    })
  return (
    <ConfirmDialog
      isOpen={invitation !== null}
      title="Revoke this invitation?"
      question="Its link stops working for good. Accounts that were opened with it stay."
      confirmLabel="Revoke"
      onCancel={onClose}
      onConfirm={() => invitation && void end(invitation)}
      {...(focusAfterConfirm && { focusAfterConfirm })}
    />
  )
}
