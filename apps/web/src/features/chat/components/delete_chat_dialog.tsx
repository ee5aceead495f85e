import { deleteChat } from '#modules/chat/calls'
import type { RefObject } from 'react'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { toast, attempt } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { chatsKey } from '../chat_lists.ts'

interface DeleteChatDialogProps {
  /** null hides the dialog. */
  chatId: string | null
  onClose: () => void
  /** The toast after deletion. */
  done?: { title: string; text: string }
  onDeleted?: () => void
  /** The element that gets the focus after deletion, because the focused row unmounts. */
  focusAfterConfirm?: RefObject<HTMLElement | null>
}

const usualToast = { title: 'Chat deleted', text: 'The chat has been successfully deleted.' }

export function DeleteChatDialog(props: DeleteChatDialogProps) {
  const { chatId, onClose, done = usualToast, onDeleted, focusAfterConfirm } = props

  const deletion = useCall(deleteChat, (queryClient) => queryClient.invalidateQueries({ queryKey: chatsKey }))
  const remove = (sessionId: string) =>
    attempt('Failed to delete chat', async () => {
      await deletion.mutateAsync({ params: { id: sessionId } })
      toast(done.title, done.text)
      onDeleted?.()
    })
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
