/** Length in Unicode code points, as the server counts: '💎' has one. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
