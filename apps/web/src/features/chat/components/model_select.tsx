import type { ModelTier } from '#modules/chat/api'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { DemoBadge } from '#web/components/shared/demo_badge'
import { Select } from '#web/components/ui/select'
import { phoneQuery } from '#web/lib/phone_query'
import { isServerRender } from '#web/lib/server_render'
import { useMediaQuery } from '#web/lib/use_media_query'
import { lazyDialog } from '#web/lib/lazy_part'
import { tierHint } from '../tier_label.ts'

const ModelSheet = lazyDialog(async () => (await import('./model_sheet.tsx')).ModelSheet)

interface ModelSelectProps {
  models: ModelTier[]
  chosen: ModelTier | undefined
  onChoose: (tier: string) => void
}

/** A control to choose the model from a list or, on phones, from a sheet. */
export function ModelSelect(props: ModelSelectProps) {
  const isPhone = useMediaQuery(phoneQuery)
  if (isServerRender)
    return (
      <>
        <ModelList {...props} className="phone:hidden" />
        <ModelButton {...props} className="hidden phone:flex" />
      </>
    )
  return isPhone ? <ModelButton {...props} className="flex" /> : <ModelList {...props} />
}

function ModelList({ models, chosen, onChoose, className }: ModelSelectProps & { className?: string }) {
  return (
    <Select
      label="Model"
      placeholder="Model"
      options={models.map((model) => ({
        value: model.tier,
        label: model.isDemo ? <DemoName name={model.name} /> : model.name,
        aside: <Rubies amount={model.cost} />,
        hint: tierHint(model),
        isDisabled: !model.available,
      }))}
      value={chosen?.tier ?? ''}
      onChange={onChoose}
      isDisabled={models.length === 0}
      showsAside
      className={`text-sm! ${className ?? ''}`}
    />
  )
}

const DemoName = ({ name }: { name: string }) => (
  <>
    {name}{' '}
    <span className="ml-1">
      <DemoBadge />
    </span>
  </>
)

/** A button without the price, because the composer shows the price. */
function ModelButton({ models, chosen, onChoose, className }: ModelSelectProps & { className: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={chosen ? `Model: ${chosen.name}` : 'Model'}
        disabled={models.length === 0}
        className={`min-h-touch max-w-34 min-w-touch items-center gap-1 rounded-control px-1 text-xs font-semibold text-soft transition-colors hover:bg-hover hover:text-text ${className}`}
        onClick={() => setIsOpen(true)}
      >
        <span className="truncate">{chosen?.name ?? 'Model'}</span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
      </button>
      <ModelSheet
        models={models}
        chosen={chosen}
        onChoose={onChoose}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
