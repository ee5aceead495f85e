import type { MadeCodes } from '#modules/admin/api'
import { limits, type NewCodeBatch } from '#modules/economy/api'
import { useForm, useWatch } from 'react-hook-form'
import { rubiesText } from '#web/components/shared/rubies_text'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input } from '#web/components/ui/field'
import { countCodePoints } from '#web/lib/code_points'
import { attempt } from '#web/lib/toasts'
import { useMakeCodes } from '../codes.ts'

interface NewCodesDialogProps {
  onClose: () => void
  onMade: (made: MadeCodes) => void
}

const usual: NewCodeBatch = { name: '', rubies: 100, codes: 10, uses: 1, perPerson: 1, days: 90 }

const counts = [
  { name: 'rubies', label: 'Rubies per code', max: limits.adjustmentMax },
  { name: 'codes', label: 'Number of codes', max: limits.codesMax },
  { name: 'uses', label: 'Uses per code', max: limits.codeUsesMax, hint: 'By different people.' },
  { name: 'perPerson', label: 'Codes per person', max: limits.codesMax, hint: 'Of these codes.' },
  { name: 'days', label: 'Valid for days', max: limits.codeDaysMax },
] as const

/** Makes a batch of codes. Many rubies ask for a proof of identity. */
export function NewCodesDialog({ onClose, onMade }: NewCodesDialogProps) {
  const form = useForm({ defaultValues: usual })
  const { errors } = form.formState
  const making = useMakeCodes()
  const [codes, uses, rubies] = useWatch({ control: form.control, name: ['codes', 'uses', 'rubies'] })
  const total = codes * uses * rubies
  const make = form.handleSubmit(async (body) => {
    if (!making.isPending) await attempt('Failed to make codes', async () => onMade(await making.mutateAsync({ body })))
  })
  return (
    <Dialog isOpen onClose={onClose} title="New codes" description="People redeem them in the ruby shop.">
      <form noValidate onSubmit={(event) => void make(event)} className="mt-5 grid gap-5">
        <Field label="Name" hint="Shown in the history of people who redeem a code." error={errors.name?.message}>
          <Input
            autoComplete="off"
            placeholder="Summer fair"
            {...form.register('name', {
              validate: {
                present: (text) => text.trim() !== '' || 'Enter a name.',
                short: (text) =>
                  countCodePoints(text.trim()) <= limits.codeBatchNameMax ||
                  `At most ${limits.codeBatchNameMax} characters.`,
              },
            })}
          />
        </Field>
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
          {counts.map(({ name, label, max, ...more }) => (
            <Field key={name} label={label} error={errors[name]?.message} {...more}>
              <Input
                type="number"
                step="1"
                min="1"
                max={max}
                inputMode="numeric"
                className="tabular-nums"
                {...form.register(name, {
                  valueAsNumber: true,
                  validate: (count) =>
                    (Number.isInteger(count) && count >= 1 && count <= max) || `From 1 to ${max.toLocaleString('en')}.`,
                })}
              />
            </Field>
          ))}
        </div>
        <p aria-live="polite" className="text-sm text-soft">
          {Number.isSafeInteger(total) && total > 0 && `All codes together give up to ${rubiesText(total)}.`}
        </p>
        <div className="flex justify-end gap-3 max-sm:[&>*]:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isLoading={making.isPending}>
            Make codes
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
