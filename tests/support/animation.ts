import sharp from 'sharp'

/** Returns a GIF or WebP with a frame of 8 × 6 pixels in each color. */
export const animation = async (colors: readonly string[], format: 'gif' | 'webp' = 'gif'): Promise<Buffer> => {
  const frames = colors.map((background) =>
    sharp({ create: { width: 8, height: 6, channels: 3, background } })
      .png()
      .toBuffer()
  )
  const joined = sharp(await Promise.all(frames), { join: { animated: true } })
  return joined.toFormat(format, { loop: 0, delay: colors.map(() => 100), lossless: true }).toBuffer()
}
