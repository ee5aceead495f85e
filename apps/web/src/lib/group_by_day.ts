export interface Day<Item> {
  name: string
  items: Item[]
}

export interface DaysOfOptions {
  /** Whether days further back say which one of the week they were. */
  hasWeekday?: boolean
  now?: Date
}

/** A list as it comes, cut where the local day changes. */
export function daysOf<Item extends { createdAt: string }>(
  items: readonly Item[],
  { hasWeekday = false, now = new Date() }: DaysOfOptions = {}
): Day<Item>[] {
  const days: Day<Item>[] = []
  for (const item of items) {
    const name = dayName(new Date(item.createdAt), { hasWeekday, now })
    const last = days.at(-1)
    if (last?.name === name) last.items.push(item)
    else days.push({ name, items: [item] })
  }
  return days
}

function dayName(date: Date, { hasWeekday, now }: Required<DaysOfOptions>): string {
  // By the calendar: a day on which the clock is changed has not 24 hours.
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday'
  const weekday = hasWeekday ? { weekday: 'long' as const } : {}
  return date.toLocaleDateString('en', { ...weekday, day: 'numeric', month: 'long', year: 'numeric' })
}
