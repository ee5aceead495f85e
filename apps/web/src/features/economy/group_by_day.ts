import type { RubyTransaction } from '#modules/economy/api'

export interface Day {
  name: string
  transactions: RubyTransaction[]
}

const dayMs = 86_400_000

/** The lines as they come, cut where the local day changes. */
export function groupByDay(transactions: readonly RubyTransaction[], now: Date = new Date()): Day[] {
  const days: Day[] = []
  for (const transaction of transactions) {
    const name = dayName(new Date(transaction.createdAt), now)
    const last = days.at(-1)
    if (last?.name === name) last.transactions.push(transaction)
    else days.push({ name, transactions: [transaction] })
  }
  return days
}

function dayName(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === new Date(now.getTime() - dayMs).toDateString()) return 'Yesterday'
  return date.toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' })
}
