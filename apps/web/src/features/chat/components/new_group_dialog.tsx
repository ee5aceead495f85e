import { limits } from '#modules/chat/api'
import { createGroup } from '#modules/chat/calls'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input } from '#web/components/ui/field'
import { sentenceOf } from '#web/lib/api_error'
import { useCall } from '#web/lib/use_call'
import { screens } from '#web/screens'
import { refreshChatLists } from '../chat_lists.ts'
import { CharacterPicker, type PickedCharacter } from './character_picker.tsx'

interface NewGroupDialogProps {
  /** The characters of the chat that the dialog was opened from. They are chosen at first. */
  initial?: readonly PickedCharacter[]
  onClose: () => void
}

/** A dialog to choose the characters of a new group chat. */
export function NewGroupDialog({ initial = [], onClose }: NewGroupDialogProps) {
  const [title, setTitle] = useState('')
  const [chosen, setChosen] = useState<readonly PickedCharacter[]>(initial)
  const navigate = useNavigate()
  const creation = useCall(createGroup, (queryClient) => void refreshChatLists(queryClient))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length < limits.groupMembersMin || creation.isPending) return
    creation.mutate(
      { body: { characterIds: chosen.map(({ id }) => id), title: title.trim() || null } },
      { onSuccess: ({ session }) => void navigate(screens.group.href({ groupId: session.id })) }
    )
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New group"
      description={initial.length > 0 ? 'The original chat is unchanged.' : undefined}
      width="medium"
    >
      <form className="mt-4 grid gap-4" onSubmit={submit}>
        <Field label="Title" isOptional>
          <Input maxLength={limits.titleMax} value={title} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <CharacterPicker chosen={chosen} onChange={setChosen} />
        <p aria-live="polite" className="text-sm text-soft">
          {creation.isError
            ? sentenceOf(creation.error, 'Failed to start the group')
            : chosen.length === 0
              ? `Choose ${limits.groupMembersMin} to ${limits.groupMembersMax} characters. The first one opens the chat.`
              : `Chosen: ${chosen.map(({ name }) => name).join(', ')}`}
        </p>
        <Button
          type="submit"
          look="primary"
          disabled={chosen.length < limits.groupMembersMin}
          isLoading={creation.isPending}
          className="justify-self-end"
        >
          Start group
        </Button>
      </form>
    </Dialog>
  )
}
