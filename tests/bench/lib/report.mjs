import os from 'node:os'
import { figure, table } from './table.mjs'
import { median, sum } from './stats.mjs'

/** Returns the share of the machine's cores that server, PostgreSQL, load driver and model took, or null if not measured. */
export function machineShareOf({ used: trees, seconds }) {
  const used = ['server', 'postgres', 'client', 'mock'].map((name) => trees[name]?.cpuSeconds ?? null)
  return used.includes(null) ? null : sum(used) / seconds / os.availableParallelism()
}

/**
 * Combines the rounds of one side and scene: medians, except errors (the sum, warm-up rounds included) and memory (the peak).
 */
export function summarize(rounds, settling = []) {
  const medianOf = (read) => median(rounds.map((round) => read(round) ?? null))
  const cpuMs = (round, ...trees) => {
    const used = trees.map((tree) => round.used[tree]?.cpuSeconds ?? null)
    return used.includes(null) ? null : (sum(used) / round.tokens) * 1e6
  }
  const cores = (round, tree) => (round.used[tree] ? round.used[tree].cpuSeconds / round.seconds : null)
  const otherCores = ({ used: { machine, ...trees }, seconds }) =>
    machine && (machine.cpuSeconds - sum(Object.values(trees).map((tree) => tree?.cpuSeconds ?? 0))) / seconds
  return {
    cpuMsPer1000Tokens: medianOf((round) => cpuMs(round, 'server', 'postgres')),
    serverCpuMsPer1000Tokens: medianOf((round) => cpuMs(round, 'server')),
    postgresCpuMsPer1000Tokens: medianOf((round) => cpuMs(round, 'postgres')),
    addedFirstP50Ms: medianOf((round) => round.addedFirstMs.p50),
    addedFirstP99Ms: medianOf((round) => round.addedFirstMs.p99),
    transitP50Ms: medianOf((round) => round.transitMs.p50),
    transitP99Ms: medianOf((round) => round.transitMs.p99),
    tokensPerSecond: medianOf((round) => round.tokens / round.seconds),
    clientCores: medianOf((round) => cores(round, 'client')),
    mockCores: medianOf((round) => cores(round, 'mock')),
    otherCores: medianOf(otherCores),
    machineShare: medianOf(machineShareOf),
    faults: sum([...settling, ...rounds].map((round) => round.errors + round.shortReplies)),
    peakResidentMb: rounds[0].used.server
      ? Math.max(...rounds.map((round) => round.used.server.peakResidentBytes)) / 2 ** 20
      : null,
  }
}

const ratio = (floor, facet) => (floor === null || facet === null ? null : facet / floor)
const difference = (floor, facet) => (floor === null || facet === null ? null : facet - floor)
const asRatio = (value) => (value === null ? 'n/a' : `${value.toFixed(2)} x`)
const asDifference = (value) => (value === null ? 'n/a' : `${value < 0 ? '' : '+'}${value.toFixed(1)} ms`)

const atMostTimes = (limit) => ({
  compare: ratio,
  show: asRatio,
  text: `at most ${limit} x`,
  holds: (value) => value <= limit,
})
const atLeastTimes = (limit) => ({
  compare: ratio,
  show: asRatio,
  text: `at least ${limit.toFixed(2)} x`,
  holds: (value) => value >= limit,
})
const within = (limitMs) => ({
  compare: difference,
  show: asDifference,
  text: `within +${limitMs} ms`,
  holds: (value) => value <= limitMs,
})
const none = { compare: (_, facet) => facet, show: () => '', text: 'none', holds: (value) => value === 0 }
const atMost = (limit, unit = '') => ({
  compare: (_, facet) => facet,
  show: () => '',
  text: `at most ${limit}${unit && ` ${unit}`}`,
  holds: (value) => value <= limit,
})
/** Regular work of the process, such as saving unfinished text, is shared by all replies, so it adds a fraction. */
const regularWork = 0.2
const atMostEach = (limit) => ({
  ...atMost(limit),
  text: `at most ${limit}, and ${regularWork} for regular work`,
  holds: (value) => value <= limit + regularWork,
})
/** A figure whose ratio is meaningless. */
const unrated = { compare: () => null, show: () => '', text: '', holds: null }
const forInformation = { compare: ratio, show: asRatio, text: '', holds: null }

/** The targets of each scene. A figure without one is for information. */
const targets = {
  paced: {
    cpuMsPer1000Tokens: atMostTimes(1.3),
    addedFirstP50Ms: within(5),
    addedFirstP99Ms: within(40),
    tokensPerSecond: atLeastTimes(0.98),
  },
  long: {
    cpuMsPer1000Tokens: atMostTimes(0.9),
    addedFirstP50Ms: within(5),
    addedFirstP99Ms: within(30),
    peakResidentMb: atMost(240, 'MB'),
  },
  burst: { cpuMsPer1000Tokens: atMostTimes(1.5), tokensPerSecond: atLeastTimes(0.75) },
  arrivals: {
    addedFirstP99Ms: atMost(1_000, 'ms'),
    tokensPerSecond: atLeastTimes(0.95),
    peakResidentMb: atMost(280, 'MB'),
  },
}
/** Rows of the tables: scene, name, figure, unit, target. */
const costLines = Object.entries(targets).flatMap(([scene, reached]) =>
  [
    ['CPU per 1,000 tokens, server + PostgreSQL', 'cpuMsPer1000Tokens', 'ms'],
    ['of which server', 'serverCpuMsPer1000Tokens', 'ms'],
    ['of which PostgreSQL', 'postgresCpuMsPer1000Tokens', 'ms'],
    ['added time to first chunk, p50', 'addedFirstP50Ms', 'ms'],
    ['added time to first chunk, p99', 'addedFirstP99Ms', 'ms'],
    ['transit of a token, p50', 'transitP50Ms', 'ms'],
    ['transit of a token, p99', 'transitP99Ms', 'ms'],
    ['tokens per second', 'tokensPerSecond', ''],
    ['errors and short replies', 'faults', 'count', none],
    ['peak resident memory', 'peakResidentMb', 'MB'],
  ].map(([name, key, unit, target]) => [scene, name, key, unit, target ?? reached[key] ?? forInformation])
)
const writeLines = ['paced', 'burst'].flatMap((scene) => [
  [scene, 'database round trips per reply', 'roundTrips', '', atMostEach(3)],
  [scene, 'commits per reply', 'commits', '', atMostEach(2)],
  [scene, 'rows written per reply', 'rows', '', atMost(17)],
  [scene, 'index entries per reply', 'indexEntries', '', atMost(25)],
  [scene, 'WAL per reply, without page images', 'walKb', 'kB', atMost(7, 'kB')],
  [scene, 'page images per reply', 'pageImageKb', 'kB', unrated],
])
/** Compares the summaries of both sides, by scene. `verdict` is reached, missed, not measured or ''. */
export const judge = (floor, facet) => judgeLines([...costLines, ...writeLines], floor, facet)
export const judgeCounts = (floor, facet) => judgeLines(writeLines, floor, facet)

function judgeLines(lines, floor, facet) {
  return lines.map((line) => {
    const [scene, name, key, unit, target] = line
    const read = (side) => (side === null ? null : side[scene][key])
    const values = { floor: read(floor), facet: read(facet) }
    const compared = facet === null ? null : target.compare(values.floor, values.facet)
    const verdict =
      target.holds === null ? '' : compared === null ? 'not measured' : target.holds(compared) ? 'reached' : 'missed'
    const isCount = writeLines.includes(line)
    return {
      scene,
      name,
      unit,
      isCount,
      ...values,
      compared,
      shown: target.show(compared),
      target: target.text,
      verdict,
    }
  })
}

/** Returns two tables, of the costs and of the counts of a reply. */
export function showVerdicts(verdicts, sceneTitles) {
  const costs = verdicts.filter(({ isCount }) => !isCount)
  const rows = costs.map((line) => [...cellsOf(line, sceneTitles), line.shown, line.target, line.verdict])
  return [
    table([['load', 'figure', 'durable floor', 'Facet', 'ratio', 'target', 'verdict'], ...rows]),
    showCounts(verdicts, sceneTitles),
  ].join('\n\n')
}

/** Returns the table of what a reply sends to the database and writes there. */
export function showCounts(verdicts, sceneTitles) {
  const counts = verdicts.filter(({ isCount }) => isCount)
  const rows = counts.map((line) => [...cellsOf(line, sceneTitles), line.target, line.verdict])
  return table([['load', 'figure', 'durable floor', 'Facet', 'target', 'verdict'], ...rows])
}

const cellsOf = ({ scene, name, unit, floor, facet }, sceneTitles) => [
  sceneTitles[scene],
  name,
  figure(floor, unit),
  figure(facet, unit),
]
