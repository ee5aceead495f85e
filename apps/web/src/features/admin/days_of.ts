export interface Day<Item> {
  name: string
  items: Item[]
}

const dayMs = 86_400_000

/** A list as it comes, cut where the local day changes. */
export function daysOf<Item extends { createdAt: string }>(
  items: readonly Item[],
  now: Date = new Date()
): Day<Item>[] {
  const days: Day<Item>[] = []
  for (const item of items) {
    const name = dayName(new Date(item.createdAt), now)
    const last = days.at(-1)
    if (last?.name === name) last.items.push(item)
    else days.push({ name, items: [item] })
  }
  return days
}

function dayName(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === new Date(now.getTime() - dayMs).toDateString()) return 'Yesterday'
  return date.toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}
