import { costLimits, type CostsOfModel, type ModelPrice, type PricedModel } from '#modules/costs/api'
import { useRef, useState } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { countOf } from '#web/lib/count_of'
import { attempt, toast } from '#web/lib/toasts'
import { priceFileMax, pricesFrom, useSetPrices } from '../costs.ts'

interface Found {
  prices: ModelPrice[]
  missing: PricedModel[]
}

const namesOf = (models: readonly PricedModel[]) =>
  models.map(({ provider, model }) => `${provider}: ${model}`).join(', ')

/** Imports prices from a file of LiteLLM, which stays in the browser, and reports which models it names. */
export function PriceImport({ models }: { models: readonly CostsOfModel[] }) {
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<Found | null>(null)
  const [report, setReport] = useState<Found | null>(null)
  const [problem, setProblem] = useState('')
  const save = useSetPrices()
  const read = async (file: File) => {
    setReport(null)
    setProblem('')
    if (file.size > priceFileMax) return setProblem('The file is larger than 10 MB.')
    try {
      const result = pricesFrom(await file.text(), models.slice(0, costLimits.pricesMax))
      if (result.prices.length === 0) setReport(result)
      else setFound(result)
    } catch {
      setProblem('This isn’t a price file of LiteLLM (model_prices_and_context_window.json).')
    }
  }
  const confirm = () =>
    attempt('Failed to import the prices', async () => {
      await save.mutateAsync({ body: { prices: found!.prices } })
      setReport(found)
      toast('Prices imported')
    })
  return (
    <div className="grid justify-items-start gap-3">
      <Button isLoading={save.isPending} onClick={() => input.current?.click()}>
        Import prices
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="Price file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void read(file)
          event.target.value = ''
        }}
      />
      <div role="status" className="w-full empty:hidden">
        {problem !== '' && (
          <Alert tone="danger" title="Couldn’t read the file">
            {problem}
          </Alert>
        )}
        {report && (
          <Alert
            tone={report.prices.length > 0 ? 'success' : 'neutral'}
            title={
              report.prices.length > 0 ? `Prices of ${countOf(report.prices.length, 'model')} set` : 'No model matched'
            }
          >
            <span className="wrap-anywhere">
              {report.prices.length > 0 && `${namesOf(report.prices)}. `}
              {report.missing.length > 0 && `Not in the file: ${namesOf(report.missing)}.`}
            </span>
          </Alert>
        )}
      </div>
      <ConfirmDialog
        isOpen={found !== null}
        title={`Set prices of ${countOf(found?.prices.length ?? 0, 'model')}?`}
        question={`${namesOf(found?.prices ?? [])}. The prices count from today (UTC) on.`}
        confirmLabel="Set prices"
        look="primary"
        onConfirm={() => void confirm()}
        onCancel={() => setFound(null)}
      />
    </div>
  )
}
