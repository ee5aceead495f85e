import { leftBuckets, type CharacterStatistics, type CreatorStatistics, type StatisticsNumbers } from '../../api.ts'

const columns = [
  'kind',
  'character',
  'first_day',
  'last_day',
  'versions',
  'messages_of_left_chats',
  'people',
  'returned_people',
  'views',
  'chats',
  'messages',
  'rerolls',
  'stops',
  'average_answer_characters',
] as const

type Line = Partial<Record<(typeof columns)[number], string | number | null>>

/** Writes the numbers of an answer, line by line, with a header. Lines end as RFC 4180 says. */
export const statisticsCsv = (statistics: CharacterStatistics | CreatorStatistics): string =>
  [columns.join(','), ...linesOf(statistics).map((line) => columns.map((name) => field(line[name])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')

const linesOf = (statistics: CharacterStatistics | CreatorStatistics): Line[] => {
  const character = 'character' in statistics ? statistics.character.name : 'All characters'
  const cells = statistics.cells.map((cell): Line => ({
    kind: cell.kind,
    character,
    first_day: cell.firstDay,
    last_day: cell.lastDay,
    versions: cell.kind === 'left' ? null : spanOf(cell.parts),
    messages_of_left_chats: cell.kind === 'left' && cell.parts ? bucketSpan(cell.parts) : null,
    people: cell.people,
    returned_people: cell.kind === 'talk' ? (cell.returned ?? '<5') : null,
    ...numbersOf(cell),
  }))
  if ('character' in statistics) return cells
  return [
    ...cells,
    ...statistics.characters.map((totals): Line => ({
      kind: 'total',
      character: totals.name ?? 'Deleted character',
      ...numbersOf(totals),
    })),
  ]
}

const numbersOf = ({ views, chats, messages, rerolls, stops, answers, answerCharacters }: StatisticsNumbers): Line => ({
  views,
  chats,
  messages,
  rerolls,
  stops,
  average_answer_characters: answers === 0 ? null : Math.round(answerCharacters / answers),
})

const spanOf = (parts: { first: number; last: number } | null) =>
  parts && (parts.first === parts.last ? String(parts.first) : `${parts.first} to ${parts.last}`)

const bucketSpan = ({ first, last }: { first: number; last: number }) => {
  const [from, next] = [leftBuckets[first]!, leftBuckets[last + 1]]
  if (next === undefined) return `${from} or more`
  return next - 1 === from ? String(from) : `${from} to ${next - 1}`
}

/** Spreadsheets run texts that begin with these characters as formulas. An apostrophe keeps them texts. */
const formula = /^[=+\-@\t\r\n]/

const field = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
