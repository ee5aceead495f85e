import { useFormContext } from 'react-hook-form'
import { Checkbox } from '#web/components/ui/toggle'
import type { CharacterValues } from '../character_values.ts'
import { partLabels } from '../part_values.ts'

export function SharingFields() {
  const { register } = useFormContext<CharacterValues>()
  return (
    <div className="grid gap-1">
      <Checkbox
        label={partLabels.definitionPublic}
        hint="Others can read backstory, personality and scenario. Models read them in any case."
        {...register('definitionPublic')}
      />
      <Checkbox
        label={partLabels.allowForks}
        hint="Others can copy the character into one of their own, with all its texts. The copy credits you."
        {...register('allowForks')}
      />
    </div>
  )
}
