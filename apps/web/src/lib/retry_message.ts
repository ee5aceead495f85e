/** A refusal for too many, and when to try again: '… Try again in 4 minutes.' Without a time it says what it said. */
export function waitSentence(why: string, seconds: number | null): string {
  if (seconds === null) return why
  if (seconds < 90) return `${why} Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
  return `${why} Try again in ${Math.ceil(seconds / 60)} minutes.`
}
