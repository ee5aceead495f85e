import { useFormContext } from 'react-hook-form'
import { Checkbox } from '#web/components/ui/toggle'
import { labelOf, type CharacterValues } from '../character_values.ts'

export function SharingFields() {
  const { register } = useFormContext<CharacterValues>()
  return (
    <div className="grid gap-1">
      <Checkbox
        label={labelOf('definitionPublic')}
        hint="Others can read backstory, personality and scenario. Models read them in any case."
        {...register('definitionPublic')}
      />
      <Checkbox
        label={labelOf('allowForks')}
        hint="Others can copy the character into one of their own, with all its texts. The copy credits you."
        {...register('allowForks')}
      />
    </div>
  )
}
