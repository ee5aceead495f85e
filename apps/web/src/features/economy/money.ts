/** `$9`, or `$9.50`: cents only if there are any. */
export function priceText(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)
}

/** The price of 100 rubies in a pack, with 3 decimals: `$1.667`. */
export function pricePerHundred(cents: number, rubies: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  }).format(cents / rubies)
}
