/** The file that answers a wish for a width: that one, or the widest there is when the picture is no wider. Null for a width we don't make. */
export const widthFor = (
  wanted: number | undefined,
  { offered, kept }: { offered: readonly number[]; kept: readonly number[] }
): number | null => {
  const widest = kept.at(-1)!
  if (wanted === undefined) return widest
  if (!offered.includes(wanted)) return null
  return kept.includes(wanted) ? wanted : widest
}
