import type { Sharp } from 'sharp'

/**
 * Returns 64 bits as hex digits that say how a picture looks (dHash): whether each of 9 × 8 grey points is darker than the one to its right.
 * Copies in another size or format differ in few bits.
 */
export const likenessOf = async (picture: Sharp): Promise<string> => {
  const grey = await picture.greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
  let bits = 0n
  for (let row = 0; row < 8; row++)
    for (let at = row * 9; at < row * 9 + 8; at++) bits = (bits << 1n) | (grey[at]! < grey[at + 1]! ? 1n : 0n)
  return bits.toString(16).padStart(16, '0')
}
