import type { CharacterSummary } from '#modules/gallery/api'
import type { RefObject } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm_dialog.tsx'
import { isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { toast, toastFailure } from '../../../lib/toasts.ts'
import { useDeleteCharacter } from '../api/delete_character.ts'

interface DeleteCharacterDialogProps {
  /** Who is asked about; null: nobody, and nothing shows. */
  character: Pick<CharacterSummary, 'id' | 'name'> | null
  onClose: () => void
  /** Once it is gone: a page that was about it leads elsewhere. */
  onDeleted?: (id: string) => void
  /** Who has the focus then, where what opened the dialog goes away with the character. */
  focusAfterConfirm?: RefObject<HTMLElement | null>
}

/** Asks before a character is deleted, deletes it, and says what became of that. */
export function DeleteCharacterDialog({
  character,
  onClose,
  onDeleted,
  focusAfterConfirm,
}: DeleteCharacterDialogProps) {
  const deletion = useDeleteCharacter()
  const remove = async ({ id, name }: Pick<CharacterSummary, 'id' | 'name'>) => {
    try {
      await deletion.mutateAsync(id)
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
        if (character) void remove(character)
        onClose()
      }}
    />
  )
}
