import type { RefObject } from 'react'
import { toast, attempt } from '#web/lib/toasts'
import { ConfirmDialog } from '../ui/confirm_dialog.tsx'

interface CharacterRef {
  id: string
  name: string
}

export interface DeleteCharacterDialogProps {
  /** Null closes the dialog. */
  character: CharacterRef | null
  onClose: () => void
  onDeleted?: (id: string) => void
  /** Where the focus goes after confirming, if the opener disappears. */
  focusAfterConfirm?: RefObject<HTMLElement | null>
  /** The API call; owners and admins use different ones. */
  remove: (id: string) => Promise<unknown>
}

/** Asks before deleting a character, deletes it, and reports the result. */
export function DeleteCharacterDialog({
  character,
  onClose,
  onDeleted,
  focusAfterConfirm,
  remove,
}: DeleteCharacterDialogProps) {
  const deleteCharacter = ({ id, name }: CharacterRef) =>
    attempt('Failed to delete character', async () => {
      await remove(id)
      toast('Character deleted', `${name} is no longer in the gallery.`)
      onDeleted?.(id)
    })
  return (
    <ConfirmDialog
      isOpen={character !== null}
      title="Delete character"
      question={`Are you sure you want to delete ${character?.name ?? ''}? This action cannot be undone.`}
      confirmLabel="Delete"
      onCancel={onClose}
      focusAfterConfirm={focusAfterConfirm}
      onConfirm={() => character && void deleteCharacter(character)}
    />
  )
}
