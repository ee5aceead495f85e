/** Adds the time of `Retry-After` to a message: '… Try again in 4 minutes.' Without a time, the message stays as it is. */
export function withRetryTime(message: string, seconds: number | null): string {
  if (seconds === null) return message
  if (seconds < 90) return `${message} Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
  return `${message} Try again in ${Math.ceil(seconds / 60)} minutes.`
}
