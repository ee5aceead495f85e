/** Returns a generator of numbers from 0 to below 1, the same for the same seed. FNV-1a seeds mulberry32. Not for secrets. */
export const seededRandom = (seed: string): (() => number) => {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Rolls dice such as `6`, `d20` or `2d6+1`, and returns their sum. At most 99 dice of 999,999 sides. Undefined for anything else. */
export const roll = (dice: string, random: () => number): string | undefined => {
  const match = /^(?:(\d{0,2})d)?(\d{1,6})([+-]\d{1,6})?$/i.exec(dice.replace(/\s+/g, ''))
  const sides = Number(match?.[2])
  if (!match || sides === 0) return undefined
  let sum = Number(match[3] ?? 0)
  for (let left = Number(match[1] || 1); left > 0; left--) sum += 1 + Math.floor(random() * sides)
  return String(sum)
}
