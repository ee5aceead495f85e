import type { ModelTier } from '#modules/chat/api'
import { Rubies } from '#web/components/shared/rubies'
import { Select } from '#web/components/ui/select'

interface ModelSelectProps {
  models: ModelTier[]
  chosen: ModelTier | undefined
  onChoose: (tier: string) => void
}

export function ModelSelect({ models, chosen, onChoose }: ModelSelectProps) {
  return (
    <Select
      label="Model"
      placeholder="Model"
      options={models.map(({ tier, name, cost, available, description }) => ({
        value: tier,
        label: name,
        aside: <Rubies amount={cost} />,
        hint: available ? description : 'Not available right now',
        isDisabled: !available,
      }))}
      value={chosen?.tier ?? ''}
      onChange={onChoose}
      isDisabled={models.length === 0}
      showsAside
      // On the narrowest screens, only the composer shows the price.
      className="text-sm! max-sm:px-2.5 max-[25rem]:gap-1 max-[25rem]:pr-1.5 max-[25rem]:pl-2 max-[25rem]:text-xs! max-[25rem]:[&>.shrink-0]:hidden"
    />
  )
}
