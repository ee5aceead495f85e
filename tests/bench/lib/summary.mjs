import { figure, table } from './table.mjs'

/** Returns a row of the final table. All columns are texts, and missing ones are empty. */
const row = ({ name, measured, floor = '', ratio = '', target = '', verdict = '' }) => ({
  name,
  measured,
  floor,
  ratio,
  target,
  verdict,
})

/** Converts a benchmark's JSON to rows. Other benchmarks provide rows in `summary`. */
const readers = {
  replies: ({ verdicts }) =>
    verdicts.map(({ scene, name, unit, floor, facet, shown, target, verdict }) => ({
      name: `${scene}: ${name}`,
      measured: figure(facet, unit),
      floor: figure(floor, unit),
      ratio: shown,
      target,
      verdict,
    })),
  kill: ({ verdicts }) =>
    verdicts.map(({ name, floor, facet, target, verdict }) => ({ name, measured: facet, floor, target, verdict })),
  pages: ({ lines }) =>
    lines.map(({ name, cpu, target, verdict }) => ({
      name: `event loop held by a page: ${name}`,
      measured: `CPU p99 ${figure(cpu.p99, 'ms')}`,
      target,
      verdict,
    })),
  gallery: ({ lines, memory }) => [
    ...lines.map(({ name, http, sql, text, holds }) => ({
      name,
      measured: `p95 ${figure(http.p95, 'ms')}`,
      floor: sql ? `p95 ${figure(sql.p95, 'ms')}` : '',
      ratio: sql ? `${figure(http.p95 / sql.p95)} x` : '',
      target: text,
      verdict: holds ? 'reached' : 'missed',
    })),
    {
      name: 'memory of the server, last query against first',
      measured: figure(memory.after, 'MB'),
      floor: figure(memory.before, 'MB'),
      ratio: memory.grown === null ? 'n/a' : `${figure(memory.grown)} x`,
      verdict: memory.grown === null ? 'not measured' : memory.holds ? 'reached' : 'missed',
    },
  ],
  ledger: ({ verdicts }) =>
    verdicts.map(({ scene, floor, ledger, ratio, target, holds }) => ({
      name: `hold and take, ${scene}`,
      measured: `${figure(ledger)}/s`,
      floor: `${figure(floor)}/s`,
      ratio: `${figure(ratio)} x`,
      target: target === null ? '' : `at least ${target} x`,
      verdict: target === null ? '' : holds ? 'reached' : 'missed',
    })),
  web: ({ verdicts }) =>
    verdicts.map(({ visit, figure: name, shown, limit, verdict }) => ({
      name: `${visit}: ${name}`,
      measured: shown,
      target: limit,
      verdict,
    })),
  'chat-ui': ({ figures }) =>
    figures.map(({ figure: name, shown, limit, verdict }) => ({
      name,
      measured: shown,
      target: `at most ${limit}`,
      verdict,
    })),
}

/** Returns the rows of one benchmark, `{ name, seconds, code, result }`. `result` is its JSON or null. */
export function rowsOf({ name, code, result }) {
  const read = readers[name] ?? (({ summary = [] }) => summary)
  const rows = result === null ? [] : read(result).map((one) => ({ bench: name, ...row(one) }))
  const isWhole = code === 0 && rows.length > 0
  return isWhole
    ? rows
    : [...rows, { bench: name, ...row({ name: 'the benchmark itself', ...ending(code), verdict: 'failed' }) }]
}

const ending = (code) => ({ measured: code === 0 ? 'measured nothing' : `ended with ${code}` })

/** Returns one Markdown table of all figures. */
export function showSummary(rows) {
  const cells = rows.map(({ bench, name, measured, floor, ratio, target, verdict }) => [
    bench,
    name,
    measured,
    floor,
    ratio,
    target,
    verdict,
  ])
  return table([['bench', 'figure', 'measured', 'floor', 'ratio', 'target', 'verdict'], ...cells])
}
