/** The file of the reading process that has a picture's likeness. */
export const likenessFile = 'likeness'

/** Returns the likeness for the database. Null for plain pictures, which all look alike. */
export const storedLikeness = (hex: string): string | null => {
  const bits = BigInt(`0x${hex}`)
  return bits === 0n ? null : BigInt.asIntN(64, bits).toString()
}
