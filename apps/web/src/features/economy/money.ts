/** `$9`, and cents only where there are some. */
export function priceText(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)
}

/** What 100 rubies cost in a pack, to 3 decimals: `$1.667`. */
export function pricePerHundred(cents: number, rubies: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  }).format(cents / rubies)
}
