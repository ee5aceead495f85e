import type { UsedLorebook } from '#modules/lore/api'
import type { RefObject } from 'react'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { countOf } from '#web/lib/count_of'
import { toast, toastError } from '#web/lib/toasts'
import { useDeleteLorebook } from '../lorebooks.ts'

interface DeleteLorebookDialogProps {
  /** Null closes the dialog. */
  book: UsedLorebook | null
  onClose: () => void
  onDeleted?: () => void
  /** The element that gets the focus after confirming, if the opener disappears. */
  focusAfterConfirm?: RefObject<HTMLElement | null>
}

/** Describes the consequences of the deletion for entries and characters. */
const lossOf = ({ entryCount, usedBy: { count } }: UsedLorebook): string =>
  [
    entryCount > 0 && `${countOf(entryCount, 'entry', 'entries')} will be deleted with it.`,
    count > 0 && `${countOf(count, 'character')} will lose it.`,
    'You can’t undo this.',
  ]
    .filter(Boolean)
    .join(' ')

/** Asks for confirmation, deletes the lorebook, and reports the result. */
export function DeleteLorebookDialog({ book, onClose, onDeleted, focusAfterConfirm }: DeleteLorebookDialogProps) {
  const remove = useDeleteLorebook()
  const confirm = async ({ id, name }: UsedLorebook) => {
    try {
      await remove.mutateAsync({ params: { id } })
      toast('Lorebook deleted', name)
      onDeleted?.()
    } catch (error) {
      toastError(error, 'Check your connection and try again.', 'Not deleted')
    }
  }
  return (
    <ConfirmDialog
      isOpen={book !== null}
      title="Delete lorebook"
      question={book ? `Delete “${book.name}”? ${lossOf(book)}` : ''}
      confirmLabel="Delete"
      onCancel={onClose}
      focusAfterConfirm={focusAfterConfirm}
      onConfirm={() => book && void confirm(book)}
    />
  )
}
