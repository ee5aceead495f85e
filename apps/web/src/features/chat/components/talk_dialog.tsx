import { limits, type ModelTier } from '#modules/chat/api'
import { useState } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Segments } from '#web/components/ui/segments.tsx'
import { submitting } from '#web/lib/submitting'

const choices = [2, 3, 4, 5, 6, 8, limits.talkTurnsMax].map(String)

interface TalkDialogProps {
  model: ModelTier
  rubies: number
  /** Starts the talk and closes the dialog. */
  onTalk: (turns: number) => void
  onClose: () => void
}

/** A dialog that asks how many turns the characters of a group take without the user. */
export function TalkDialog({ model, rubies, onTalk, onClose }: TalkDialogProps) {
  const [turns, setTurns] = useState('4')
  const cost = Number(turns) * model.cost
  const affordable = model.cost === 0 ? limits.talkTurnsMax : Math.floor(rubies / model.cost)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Let them talk"
      description="They keep talking until you stop them or say something."
    >
      <form className="mt-4 grid gap-4" onSubmit={submitting(() => onTalk(Number(turns)))}>
        <div className="grid gap-1.5">
          <span aria-hidden className="text-sm font-semibold">
            Replies
          </span>
          <Segments
            label="Replies"
            options={choices.map((value) => ({ value, label: value }))}
            value={turns}
            onChange={setTurns}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-soft">
            {cost > rubies
              ? `Your ${rubies.toLocaleString('en')} rubies are enough for ${affordable}.`
              : `${turns} replies by ${model.name}`}
          </p>
          <Button type="submit" look="primary" className="ml-auto" disabled={affordable < 1}>
            Let them talk <Rubies amount={cost} />
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
