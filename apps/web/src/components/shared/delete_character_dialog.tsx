import type { RefObject } from 'react'
import { isStatus, sentenceOf } from '../../lib/api_error.ts'
import { toast, toastFailure } from '../../lib/toasts.ts'
import { ConfirmDialog } from '../ui/confirm_dialog.tsx'

interface CharacterRef {
  id: string
  name: string
}

export interface DeleteCharacterDialogProps {
  /** Who is asked about; null: nobody, and nothing shows. */
  character: CharacterRef | null
  onClose: () => void
  /** Once it is gone: a page that was about it leads elsewhere. */
  onDeleted?: (id: string) => void
  /** Who has the focus then, where what opened the dialog goes away with the character. */
  focusAfterConfirm?: RefObject<HTMLElement | null>
  /** The call: owners and admins have one each. */
  remove: (id: string) => Promise<unknown>
}

/** Asks before a character is deleted, deletes it, and says what became of that. */
export function DeleteCharacterDialog({
  character,
  onClose,
  onDeleted,
  focusAfterConfirm,
  remove,
}: DeleteCharacterDialogProps) {
  const deleteCharacter = async ({ id, name }: CharacterRef) => {
    try {
      await remove(id)
      toast('Character deleted', `${name} has left the gallery.`)
      onDeleted?.(id)
    } catch (error) {
      if (!isStatus(error, 401)) toastFailure('Error', sentenceOf(error, 'Failed to delete character'))
    }
  }
  return (
    <ConfirmDialog
      isOpen={character !== null}
      title="Delete character"
      question={`Are you sure you want to delete ${character?.name ?? ''}? This action cannot be undone.`}
      confirmLabel="Delete"
      onCancel={onClose}
      focusAfterConfirm={focusAfterConfirm}
      onConfirm={() => {
        if (character) void deleteCharacter(character)
        onClose()
      }}
    />
  )
}
