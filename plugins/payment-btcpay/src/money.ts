/** The decimals of a currency: 2 for USD, 0 for JPY. */
const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Returns an amount in the smallest unit as a decimal, such as `9.00`. */
export const amountOf = (cents: number, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = String(cents).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Returns a decimal in the smallest unit. Null for anything else, and for fractions of the smallest unit. */
export const centsOf = (amount: unknown, currency: string): number | null => {
  if ((typeof amount !== 'string' && typeof amount !== 'number') || !/^\d{1,15}(\.\d{1,20})?$/.test(String(amount)))
    return null
  const [whole = '', fraction = ''] = String(amount).split('.')
  const decimals = decimalsOf(currency)
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const cents = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return Number.isSafeInteger(cents) ? cents : null
}
