import { limits } from '#modules/chat/api'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input } from '#web/components/ui/field'
import { Price } from './price.tsx'

interface NudgeDialogProps {
  onReroll: (nudge: string) => void
  onClose: () => void
}

/** A dialog that asks for a wish before another answer is requested. */
export function NudgeDialog({ onReroll, onClose }: NudgeDialogProps) {
  const [text, setText] = useState('')
  const nudge = text.trim()
  return (
    <Dialog isOpen onClose={onClose} title="Reroll with a nudge">
      <form
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (nudge === '') return
          onClose()
          onReroll(nudge)
        }}
      >
        <Field label="What should change?" hint="For this answer only.">
          <Input
            autoFocus
            value={text}
            maxLength={limits.nudgeMax}
            placeholder="Describe the storm in more detail"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" look="primary" className="justify-self-end" disabled={nudge === ''}>
          Reroll <Price />
        </Button>
      </form>
    </Dialog>
  )
}
