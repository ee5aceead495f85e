import type { Character } from '#modules/gallery/api'
import type { RefObject } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm_dialog.tsx'
import { isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { toast, toastFailure } from '../../../lib/toasts.ts'
import { useRemoveCharacter } from '../api/remove_character.ts'

interface RemoveCharacterDialogProps {
  /** Who is asked about; null: nobody, and nothing shows. */
  character: Pick<Character, 'id' | 'name'> | null
  onClose: () => void
  onRemoved: (id: string) => void
  /** Who has the focus once it is confirmed: what opened the dialog goes away with the character. */
  focusAfterConfirm: RefObject<HTMLElement | null>
}

/** Asks before anyone's character is deleted, deletes it, and says what became of that. */
export function RemoveCharacterDialog({
  character,
  onClose,
  onRemoved,
  focusAfterConfirm,
}: RemoveCharacterDialogProps) {
  const removal = useRemoveCharacter()
  const remove = async ({ id, name }: Pick<Character, 'id' | 'name'>) => {
    try {
      await removal.mutateAsync(id)
      onRemoved(id)
      toast('Character deleted', `${name} has left the gallery.`)
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
        if (character) void remove(character)
        onClose()
      }}
    />
  )
}
