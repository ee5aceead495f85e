import { costLimits, type CostRange, type CostReport, type ModelPrice, type PricedModel } from '#modules/costs/api'
import { getCosts, setModelPrices } from '#modules/costs/calls'
import { patternOf } from '#modules/kernel/calls'
import { useQuery } from '@tanstack/react-query'
import type { ChartPoint } from '#web/components/ui/charts/chart_series'
import { callQuery } from '#web/lib/api_client'
import { useCall } from '#web/lib/use_call'

export const useCosts = (days: CostRange) => useQuery({ ...callQuery(getCosts, { query: { days } }), gcTime: 0 })

export const useSetPrices = () =>
  useCall(setModelPrices, (queryClient) => queryClient.invalidateQueries({ queryKey: [patternOf(getCosts)] }))

/** '$1.20', '$0.0004', and '$0.15' of a price for a million tokens. */
export const dollarsText = (microdollars: number): string =>
  (microdollars / 1_000_000).toLocaleString('en', {
    style: 'currency',
    currency: 'USD',
    ...(microdollars > 0 && microdollars < 10_000 && { maximumSignificantDigits: 2 }),
  })

/** Returns millionths of a dollar, or null for a text that isn't a price. */
export function microdollarsOf(text: string): number | null {
  if (!/^\d{1,5}([.,]\d{1,6})?$/.test(text.trim())) return null
  const microdollars = Math.round(Number(text.trim().replace(',', '.')) * 1_000_000)
  return microdollars <= costLimits.microdollarsMax ? microdollars : null
}

const dayMs = 86_400_000
const marksPerChart = 4
const dayText = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** '30 Nov 2026', in UTC. */
export const utcDay = (day: string): string =>
  new Date(day).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** The days of a report up to the last counted one, oldest first. Days before the first count are left out. */
export function chartDays({ range, startedOn, countedUntil, days }: CostReport) {
  if (startedOn === null || countedUntil === null) return { places: [], ofDays: [] }
  // The end of a day is the beginning of the next one.
  const last = Date.parse(isoDay(Date.parse(countedUntil) - 1))
  const known = new Map(days.map((each) => [each.day, each]))
  const all = Array.from({ length: range }, (_, index) => isoDay(last - (range - 1 - index) * dayMs)).filter(
    (day) => day >= startedOn
  )
  const step = Math.ceil(all.length / marksPerChart)
  const places = all.map((day, index): ChartPoint => {
    const name = dayText.format(new Date(day))
    return { name, mark: index % step === Math.floor(step / 2) ? name : undefined }
  })
  return { places, ofDays: all.map((day) => known.get(day) ?? null) }
}

export const priceFileMax = 10_000_000

type PriceFile = Record<string, { input_cost_per_token?: unknown; output_cost_per_token?: unknown } | null>

/** Returns the prices for models that a file in the shape of LiteLLM's names, and the models that it doesn't. Throws for another file. */
export function pricesFrom(
  text: string,
  models: readonly PricedModel[]
): { prices: ModelPrice[]; missing: PricedModel[] } {
  const file = JSON.parse(text) as PriceFile
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new SyntaxError('The file isn’t an object.')
  const prices: ModelPrice[] = []
  const missing: PricedModel[] = []
  for (const { provider, model } of models) {
    const name = [`${provider}/${model}`, model].find((each) => Object.hasOwn(file, each))
    const entry = name === undefined ? null : file[name]
    const [input, output] = [perMillion(entry?.input_cost_per_token), perMillion(entry?.output_cost_per_token)]
    if (input === null || output === null) missing.push({ provider, model })
    else prices.push({ provider, model, inputMicrodollars: input, outputMicrodollars: output })
  }
  return { prices, missing }
}

/** Dollars a token, as millionths of a dollar for a million tokens. */
const perMillion = (dollars: unknown): number | null => {
  if (typeof dollars !== 'number' || !(dollars >= 0)) return null
  const microdollars = Math.round(dollars * 1e12)
  return microdollars <= costLimits.microdollarsMax ? microdollars : null
}
