import {
  leftBuckets,
  type CharacterStatistics,
  type CreatorStatistics,
  type StatisticsCell,
  type StatisticsNumbers,
  type StatisticsRange,
} from '#modules/community/api'
import type { ChartPoint } from '#web/components/ui/charts/chart_series'

export type Statistics = CharacterStatistics | CreatorStatistics

/** The names of ranges, for charts. */
export const spanNames: Record<StatisticsRange, string> = {
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
}

const names = ['views', 'chats', 'messages', 'rerolls', 'stops', 'answers', 'answerCharacters'] as const

export const sumOf = (numbers: readonly StatisticsNumbers[]): StatisticsNumbers => {
  const total = { views: 0, chats: 0, messages: 0, rerolls: 0, stops: 0, answers: 0, answerCharacters: 0 }
  for (const each of numbers) for (const name of names) total[name] += each[name]
  return total
}

/** The average length of answers in characters. Null without answers. */
export const averageLength = ({ answers, answerCharacters }: StatisticsNumbers): number | null =>
  answers === 0 ? null : Math.round(answerCharacters / answers)

export const formatCount = (count: number): string => count.toLocaleString('en')

const dayMs = 86_400_000
const dayText = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const longDayText = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** 'Nov 30, 2026'. */
export const dayName = (day: string): string => longDayText.format(new Date(day))

/** 'Nov 28 – 30'. */
const spanName = (firstDay: string, lastDay: string): string =>
  dayText.formatRange(new Date(firstDay), new Date(lastDay))

/** The closed days of a range, oldest first. Days before the first count are left out. */
export function daysOf({ range, startedOn, closedThrough }: Statistics): string[] {
  if (startedOn === null || closedThrough === null) return []
  const last = Date.parse(closedThrough)
  return Array.from({ length: range }, (_, index) => isoDay(last - (range - 1 - index) * dayMs)).filter(
    (day) => day >= startedOn
  )
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const marksPerChart = 4

/** The days of a chart, and the cells that are counted on each. A cell counts on its last day, and its name shows all its days. */
export function chartOf(statistics: Statistics, kind: StatisticsCell['kind']) {
  const days = daysOf(statistics)
  const cells = statistics.cells.filter((cell) => cell.kind === kind)
  const flags = flagsOf('versions' in statistics ? statistics.versions : [], days)
  const step = Math.ceil(days.length / marksPerChart)
  const ofDays = days.map((day) => cells.filter(({ lastDay }) => lastDay === day))
  const places = days.map((day, index): ChartPoint => {
    const first = ofDays[index]!.map(({ firstDay }) => firstDay).toSorted()[0] ?? day
    return {
      name: spanName(first, day),
      mark: index % step === Math.floor(step / 2) ? dayText.format(new Date(day)) : undefined,
      flag: flags.get(day),
    }
  })
  return { places, ofDays }
}

/** Shows the number of a version where its line has room for it. */
function flagsOf(versions: CharacterStatistics['versions'], days: readonly string[]): Map<string, string> {
  const flags = new Map<string, string>()
  let shownAt = -Infinity
  const newest = new Map(versions.map(({ number, createdAt }) => [createdAt.slice(0, 10), number]))
  for (const [at, day] of days.entries()) {
    const number = newest.get(day)
    if (number === undefined) continue
    const hasRoom = at - shownAt >= days.length / 6
    flags.set(day, hasRoom ? `v${number}` : '')
    if (hasRoom) shownAt = at
  }
  return flags
}

export interface PartLine {
  first: number
  last: number
  numbers: StatisticsNumbers
}

/** Sums cells by their parts, in order. Parts that some cell covers together stay together. */
function linesByPart(cells: readonly StatisticsCell[]): PartLine[] {
  const known = cells.flatMap((cell) => (cell.parts ? [{ ...cell.parts, cell }] : [])).sort((a, b) => a.first - b.first)
  const groups: { first: number; last: number; cells: StatisticsCell[] }[] = []
  for (const { first, last, cell } of known) {
    const group = groups.at(-1)
    if (group && first <= group.last) {
      group.last = Math.max(group.last, last)
      group.cells.push(cell)
    } else groups.push({ first, last, cells: [cell] })
  }
  return groups.map(({ cells: own, ...parts }) => ({ ...parts, numbers: sumOf(own) }))
}

export const linesByVersion = (cells: readonly StatisticsCell[]): PartLine[] =>
  linesByPart(cells.filter(({ kind }) => kind !== 'left'))

export const linesOfLeft = (cells: readonly StatisticsCell[]): PartLine[] =>
  linesByPart(cells.filter(({ kind }) => kind === 'left'))

/** The cells of one line of versions. */
export const cellsOfLine = (cells: readonly StatisticsCell[], { first, last }: PartLine): StatisticsCell[] =>
  cells.filter(({ kind, parts }) => kind !== 'left' && parts !== null && parts.first >= first && parts.last <= last)

/** 'Version 3', 'Versions 3–5'. */
export const versionsName = ({ first, last }: { first: number; last: number }): string =>
  first === last ? `Version ${first}` : `Versions ${first}–${last}`

/** '1 message', '2–4 messages', '100 or more messages'. */
export function bucketName({ first, last }: { first: number; last: number }): string {
  const [from, next] = [leftBuckets[first] ?? 1, leftBuckets[last + 1]]
  if (next === undefined) return `${from} or more messages`
  if (next - 1 === from) return from === 1 ? '1 message' : `${from} messages`
  return `${from}–${next - 1} messages`
}
