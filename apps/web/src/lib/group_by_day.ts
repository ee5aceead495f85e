interface Day<Item> {
  name: string
  items: Item[]
}

interface GroupByDayOptions {
  /** Adds the weekday to days before yesterday. */
  hasWeekday?: boolean
  now?: Date
}

/** Groups neighbouring items of the same local day, in the given order. */
export function groupByDay<Item extends { createdAt: string }>(
  items: readonly Item[],
  { hasWeekday = false, now = new Date() }: GroupByDayOptions = {}
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

function dayName(date: Date, { hasWeekday, now }: Required<GroupByDayOptions>): string {
  // By the calendar: with a clock change, a day does not have 24 hours.
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday'
  const weekday = hasWeekday ? { weekday: 'long' as const } : {}
  return date.toLocaleDateString('en', { ...weekday, day: 'numeric', month: 'long', year: 'numeric' })
}
