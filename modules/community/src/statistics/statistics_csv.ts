import { csvLine } from '#modules/kernel/csv'
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

/** Writes the numbers of an answer, line by line, with a header. */
export const statisticsCsv = (statistics: CharacterStatistics | CreatorStatistics): string =>
  [columns, ...linesOf(statistics).map((line) => columns.map((name) => line[name]))].map(csvLine).join('')

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
