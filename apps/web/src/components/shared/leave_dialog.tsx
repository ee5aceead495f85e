import { ConfirmDialog } from '../ui/confirm_dialog.tsx'
import type { LeaveGuard } from './use_leave_guard.ts'

/** Asks before the reader leaves a page with unsaved changes. */
export const LeaveDialog = ({ guard, question }: { guard: LeaveGuard; question: string }) => (
  <ConfirmDialog
    isOpen={guard.isAsking}
    title="Leave without saving?"
    question={question}
    confirmLabel="Leave"
    onConfirm={guard.leave}
    onCancel={guard.stay}
  />
)
