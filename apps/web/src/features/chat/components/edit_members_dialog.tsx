import { limits, type GroupMember } from '#modules/chat/api'
import { changeGroup } from '#modules/chat/calls'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { useState, type FormEvent } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { IconButton } from '#web/components/ui/icon_button'
import { sentenceOf } from '#web/lib/api_error'
import { useCall } from '#web/lib/use_call'
import { CharacterPicker, type PickedCharacter } from './character_picker.tsx'

interface EditMembersDialogProps {
  groupId: string
  members: GroupMember[]
  onSaved: () => void
  onClose: () => void
}

/** A dialog that adds, removes and reorders the characters of a group. */
export function EditMembersDialog({ groupId, members, onSaved, onClose }: EditMembersDialogProps) {
  const [chosen, setChosen] = useState<PickedCharacter[]>(() =>
    members.map(({ id, character }) => character ?? { id, name: 'Deleted', avatar: null, avatarFocus: null })
  )
  const change = useCall(changeGroup, () => {
    onSaved()
    onClose()
  })
  const isTooFew = chosen.length < limits.groupMembersMin
  const move = (from: number, to: number) => setChosen(chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from]!))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTooFew || change.isPending) return
    change.mutate({ params: { id: groupId }, body: { characterIds: chosen.map(({ id }) => id) } })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Group members"
      description="Who is in this chat, in the order of their turns. Messages of removed members stay."
      width="medium"
    >
      <form className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <ol aria-label="Members" className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {chosen.map((member, index) => (
            <li key={member.id} className="flex items-center gap-3 rounded-control bg-sunken py-0.5 pr-1 pl-2">
              <Avatar address={member.avatar} name={member.name} focus={member.avatarFocus} size="s" />
              <span className="min-w-0 flex-1 truncate text-ui">{member.name}</span>
              <span className="flex shrink-0">
                {/* aria-disabled keeps the focus when a member reaches an end. */}
                <IconButton
                  label={`Move ${member.name} up`}
                  icon={<ChevronUp />}
                  aria-disabled={index === 0}
                  className="aria-disabled:opacity-40"
                  onClick={() => index > 0 && move(index, index - 1)}
                />
                <IconButton
                  label={`Move ${member.name} down`}
                  icon={<ChevronDown />}
                  aria-disabled={index === chosen.length - 1}
                  className="aria-disabled:opacity-40"
                  onClick={() => index < chosen.length - 1 && move(index, index + 1)}
                />
                <IconButton
                  label={`Remove ${member.name}`}
                  icon={<X />}
                  onClick={() => setChosen(chosen.toSpliced(index, 1))}
                />
              </span>
            </li>
          ))}
        </ol>
        <CharacterPicker chosen={chosen} onChange={setChosen} isAdding />
        <p aria-live="polite" className="text-sm text-soft">
          {change.isError
            ? sentenceOf(change.error, 'Failed to change the group')
            : isTooFew
              ? `A group needs at least ${limits.groupMembersMin} characters. Add one.`
              : `${chosen.length} of ${limits.groupMembersMax} characters`}
        </p>
        <Button
          type="submit"
          look="primary"
          disabled={isTooFew}
          isLoading={change.isPending}
          className="justify-self-end"
        >
          Save
        </Button>
      </form>
    </Dialog>
  )
}
