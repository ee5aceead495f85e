import {
  DeleteCharacterDialog as Dialog,
  type DeleteCharacterDialogProps,
} from '#web/components/shared/delete_character_dialog'
import { useDeleteCharacter } from '../authoring.ts'

/** A dialog to delete the user's own character. */
export function DeleteCharacterDialog(props: Omit<DeleteCharacterDialogProps, 'remove'>) {
  const deletion = useDeleteCharacter()
  return <Dialog {...props} remove={(id) => deletion.mutateAsync({ params: { id } })} />
}
