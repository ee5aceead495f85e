import type { ModelTier } from '#modules/chat/api'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Select } from 'radix-ui'
import { Rubies } from '../../../components/ui/rubies.tsx'

interface ModelSelectProps {
  models: ModelTier[]
  chosen: ModelTier | undefined
  onChoose: (tier: string) => void
}

/** Which model answers next, with what a reply costs. */
export function ModelSelect({ models, chosen, onChoose }: ModelSelectProps) {
  return (
    <Select.Root value={chosen?.tier ?? ''} onValueChange={onChoose} disabled={models.length === 0}>
      <Select.Trigger
        aria-label="Model"
        className="inline-flex min-h-touch min-w-0 shrink-0 items-center gap-2 rounded-full border border-line bg-raised px-3 sm:px-3.5 text-sm font-medium hover:border-line-strong disabled:opacity-60"
      >
        <Select.Value>
          <span className="flex items-center gap-2 sm:gap-2.5">
            {/* A label in the trigger: only its own text, the list has the rest. */}
            <span className="max-w-24 truncate sm:max-w-none">{chosen?.name ?? 'Model'}</span>
            {chosen && <Rubies amount={chosen.cost} />}
          </span>
        </Select.Value>
        <Select.Icon>
          <ChevronDown aria-hidden className="size-4 text-faint max-[22rem]:hidden" />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Content
          position="popper"
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-(--radix-select-content-available-height) w-80 max-w-[calc(100vw-1.5rem)] animate-rise overflow-hidden rounded-panel border border-line bg-raised shadow-card"
        >
          <Select.Viewport className="p-1.5">
            {models.map((model) => (
              <Select.Item
                key={model.tier}
                value={model.tier}
                disabled={!model.available}
                textValue={model.name}
                className="relative rounded-control py-2 pr-3 pl-9 outline-none data-disabled:opacity-50 data-highlighted:bg-hover"
              >
                <Select.ItemIndicator className="absolute top-3 left-3">
                  <Check aria-hidden className="size-4 text-accent-text" />
                </Select.ItemIndicator>
                {/* All of it is the option's name: what it costs is part of the choice. The spaces are heard, not seen. */}
                <Select.ItemText asChild>
                  <span className="block">
                    <span className="flex items-baseline justify-between gap-3">
                      <span className="font-medium">{model.name}</span>{' '}
                      <span className="text-sm">
                        <Rubies amount={model.cost} spelled />
                      </span>
                    </span>{' '}
                    <span className="block text-sm text-soft">
                      {model.available ? model.description : 'Not available right now'}
                    </span>
                  </span>
                </Select.ItemText>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  )
}
