import type { RefObject } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm_dialog.tsx'
import { isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { toast, toastFailure } from '../../../lib/toasts.ts'
import { useDeleteChat } from '../api/delete_chat.ts'

interface DeleteChatDialogProps {
  /** Which chat is asked about; null: none, and nothing shows. */
  chatId: string | null
  onClose: () => void
  /** What is said once it is gone: each screen has words of its own. */
  done: { title: string; text: string }
  /** Who has the focus then: the row that had it is going. */
  focusAfterConfirm?: RefObject<HTMLElement | null>
}

/** Asks before a chat is deleted, deletes it, and says what became of that. */
export function DeleteChatDialog({ chatId, onClose, done, focusAfterConfirm }: DeleteChatDialogProps) {
  const deletion = useDeleteChat()
  const remove = async (sessionId: string) => {
    try {
      await deletion.mutateAsync(sessionId)
      toast(done.title, done.text)
    } catch (error) {
      if (!isStatus(error, 401)) toastFailure('Error', sentenceOf(error, 'Failed to delete chat'))
    }
  }
  return (
    <ConfirmDialog
      isOpen={chatId !== null}
      title="Delete chat"
      question="Are you sure you want to delete this chat? This action cannot be undone."
      confirmLabel="Delete"
      onCancel={onClose}
      focusAfterConfirm={focusAfterConfirm}
      onConfirm={() => {
        if (chatId !== null) void remove(chatId)
        onClose()
      }}
    />
  )
}
