import { limits, type Lorebook } from '#modules/lore/api'
import { isBlank } from '#modules/gallery/api'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input } from '#web/components/ui/field'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { submitting } from '#web/lib/submitting'
import { useCreateLorebook } from '../lorebooks.ts'

interface CreateLorebookDialogProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (book: Lorebook) => void
}

export function CreateLorebookDialog({ isOpen, onClose, onCreated }: CreateLorebookDialogProps) {
  const create = useCreateLorebook()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async () => {
    if (create.isPending) return
    if (isBlank(name)) return setProblem('Please give the lorebook a name.')
    try {
      onCreated(await create.mutateAsync({ body: { name } }))
    } catch (error) {
      if (!isStatus(error, 401)) setProblem(sentenceOf(error, 'Not created. Check your connection and try again.'))
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="New lorebook">
      <form noValidate className="mt-5 grid gap-5" onSubmit={submitting(submit)}>
        <Field label="Name" hint="For example, the world or the town that it describes." error={problem}>
          <Input
            maxLength={limits.nameMax}
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setProblem(null)
            }}
          />
        </Field>
        <Button type="submit" look="primary" isLoading={create.isPending}>
          Create
        </Button>
      </form>
    </Dialog>
  )
}
