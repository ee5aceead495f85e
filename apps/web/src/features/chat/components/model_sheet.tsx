import type { ModelTier } from '#modules/chat/api'
import Check from 'lucide-react/icons/check'
import { DemoBadge } from '#web/components/shared/demo_badge'
import { Rubies } from '#web/components/shared/rubies'
import { Dialog } from '#web/components/ui/dialog'
import { tierHint } from '../tier_label.ts'

interface ModelSheetProps {
  models: ModelTier[]
  chosen: ModelTier | undefined
  onChoose: (tier: string) => void
  isOpen: boolean
  onClose: () => void
}

/** A sheet with the models, on phones. The choice of a model closes it. */
export function ModelSheet({ models, chosen, onChoose, isOpen, onClose }: ModelSheetProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Model" description="The price is for each reply.">
      <ul className="-mx-2 mt-4 grid gap-1">
        {models.map((model) => (
          <li key={model.tier}>
            <button
              type="button"
              aria-pressed={model.tier === chosen?.tier}
              disabled={!model.available}
              className="flex min-h-14 w-full items-center gap-3 rounded-panel px-2 py-2 text-left transition-colors hover:bg-hover disabled:opacity-50"
              onClick={() => {
                onChoose(model.tier)
                onClose()
              }}
            >
              <span className="grid size-5 shrink-0 place-items-center">
                {model.tier === chosen?.tier && <Check aria-hidden className="size-4 text-accent-text" />}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-ui font-semibold">
                  {model.name} {model.isDemo && <DemoBadge />}
                </span>
                <span className="block text-sm text-faint">{tierHint(model)}</span>
              </span>
              <Rubies amount={model.cost} className="text-sm text-soft" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
