/** Formats the time of a message. Messages before today also get the date. */
export function messageTime(iso: string, now: Date = new Date()): string {
  const then = new Date(iso)
  const time = then.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  if (then.toDateString() === now.toDateString()) return time
  const isThisYear = then.getFullYear() === now.getFullYear()
  return `${then.toLocaleDateString([], { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) })}, ${time}`
}
