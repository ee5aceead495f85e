/**
 * Returns the stored width to serve for a requested width: the same, or the widest if the picture is narrower. Null for unsupported widths.
 */
export const widthFor = (
  requested: number | undefined,
  { supported, stored }: { supported: readonly number[]; stored: readonly number[] }
): number | null => {
  const widest = stored.at(-1)!
  if (requested === undefined) return widest
  if (!supported.includes(requested)) return null
  return stored.includes(requested) ? requested : widest
}
