import type { ListedPicture } from '#modules/imagegen/api'
import type { RefObject } from 'react'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { toast, toastError } from '#web/lib/toasts'
import { useDeletePicture } from '../drawn_pictures.ts'

interface DeletePictureDialogProps {
  /** Null closes the dialog. */
  picture: ListedPicture | null
  onClose: () => void
  focusAfterConfirm: RefObject<HTMLElement | null>
}

/** Asks for confirmation, deletes the picture, and reports the result. */
export function DeletePictureDialog({ picture, onClose, focusAfterConfirm }: DeletePictureDialogProps) {
  const remove = useDeletePicture()
  const confirm = async ({ id }: ListedPicture) => {
    try {
      const { isKept } = await remove.mutateAsync({ params: { id } })
      toast('Picture deleted', isKept ? 'It stays where a character or a profile shows it.' : undefined)
    } catch (error) {
      toastError(error, 'Check your connection and try again.', 'Not deleted')
    }
  }
  return (
    <ConfirmDialog
      isOpen={picture !== null}
      title="Delete picture"
      question="Delete this picture, its prompt and its file? Characters, personas and profiles that show it keep it. You can’t undo this."
      confirmLabel="Delete"
      onCancel={onClose}
      focusAfterConfirm={focusAfterConfirm}
      onConfirm={() => picture && void confirm(picture)}
    />
  )
}
