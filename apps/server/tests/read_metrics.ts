/** The values by sample. A key is the name of a sample with its sorted labels. */
type Figures = Map<string, number>

const name = String.raw`[a-zA-Z_:][a-zA-Z0-9_:]*`
const label = String.raw`([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"`
const sample = new RegExp(String.raw`^(${name})(?:\{((?:${label},?)*)\})? (\S+)$`)
const value = /^(?:[+-]Inf|NaN|Nan|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/

/**
 * Parses Prometheus' text format 0.0.4 strictly. Requires the help and the only type of a metric before its samples, and cumulative
 * buckets. Rejects duplicate and undeclared samples. Errors contain the invalid line.
 */
export const readMetrics = (text: string) => {
  if (!text.endsWith('\n')) throw new Error('The last line is not terminated.')
  const types = new Map<string, string>()
  const figures: Figures = new Map()
  const labels = new Map<string, Set<string>>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue
    const [, what, of, rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (what === 'HELP') current = of!
    else if (what === 'TYPE') {
      if (types.has(of!) || of !== current || !/^(counter|gauge|histogram|summary)$/.test(rest!)) throw new Error(line)
      types.set(of!, rest!)
    } else {
      const found = sample.exec(line)
      const number = found?.at(-1) ?? ''
      if (!found || !value.test(number)) throw new Error(line)
      const isPart = types.get(current) !== 'histogram' ? found[1] === current : partsOf(current).includes(found[1]!)
      if (!isPart || !types.has(current)) throw new Error(`A sample of another metric: ${line}`)
      const pairs = [...(found[2] ?? '').matchAll(new RegExp(label, 'g'))].map(
        ([, key, labelValue]) => [key!, labelValue!] as const
      )
      for (const [key, labelValue] of pairs) labels.set(key, (labels.get(key) ?? new Set()).add(labelValue))
      const key = `${found[1]}${
        pairs.length
          ? `{${pairs
              .map(([key, labelValue]) => `${key}="${labelValue}"`)
              .sort()
              .join(',')}}`
          : ''
      }`
      if (figures.has(key)) throw new Error(`A duplicate sample: ${line}`)
      figures.set(key, Number(number.replace('Inf', 'Infinity')))
    }
  }
  refuseFallingBuckets(figures)
  return { types, figures, labels }
}

const partsOf = (metric: string) => [`${metric}_bucket`, `${metric}_sum`, `${metric}_count`]

const refuseFallingBuckets = (figures: Figures) => {
  const before = new Map<string, number>()
  for (const [key, count] of figures) {
    const bound = /le="([^"]+)",?/.exec(key)
    if (!bound) continue
    const of = key.replace(bound[0], '').replace(/,?\}$/, '')
    if (count < (before.get(of) ?? 0)) throw new Error(`A bucket smaller than the previous one: ${key}`)
    before.set(of, count)
    const whole = key.replace('_bucket', '_count').replace(bound[0], '').replace('{}', '').replace(',}', '}')
    if (bound[1] === '+Inf' && figures.get(whole) !== count)
      throw new Error(`The +Inf bucket differs from the count: ${key}`)
  }
}
