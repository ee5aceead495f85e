import { costLimits, type CostsOfModel } from '#modules/costs/api'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input } from '#web/components/ui/field'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { dollarsText, microdollarsOf, useSetPrices } from '../costs.ts'

const textOf = (microdollars: number | undefined) =>
  microdollars === undefined ? '' : String(microdollars / 1_000_000)

/** Sets the price of a model. */
export function PriceDialog({ model, onClose }: { model: CostsOfModel; onClose: () => void }) {
  const [input, setInput] = useState(textOf(model.price?.inputMicrodollars))
  const [output, setOutput] = useState(textOf(model.price?.outputMicrodollars))
  const save = useSetPrices()
  const [inputMicrodollars, outputMicrodollars] = [microdollarsOf(input), microdollarsOf(output)]
  const submit = () =>
    attempt('Failed to save the price', async () => {
      if (inputMicrodollars === null || outputMicrodollars === null || save.isPending) return
      const { provider, model: name } = model
      await save.mutateAsync({ body: { prices: [{ provider, model: name, inputMicrodollars, outputMicrodollars }] } })
      toast('Price saved')
      onClose()
    })
  const problem = (text: string, value: number | null) =>
    text !== '' && value === null ? `Enter an amount up to ${dollarsText(costLimits.microdollarsMax)}.` : undefined
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Price"
      description={
        model.price
          ? 'It counts from today (UTC) on. Earlier days keep theirs.'
          : 'It counts from today (UTC) on, and for all days before.'
      }
    >
      <form className="grid gap-5" onSubmit={submitting(submit)}>
        <p className="text-ui wrap-anywhere text-soft" translate="no">
          {model.provider}: {model.model}
        </p>
        <Field label="Dollars for a million input tokens" error={problem(input, inputMicrodollars)}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            required
            value={input}
            onChange={(event) => setInput(event.target.value)}
          />
        </Field>
        <Field label="Dollars for a million output tokens" error={problem(output, outputMicrodollars)}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            required
            value={output}
            onChange={(event) => setOutput(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            isLoading={save.isPending}
            disabled={inputMicrodollars === null || outputMicrodollars === null}
          >
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
