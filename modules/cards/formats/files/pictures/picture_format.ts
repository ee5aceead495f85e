export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif'

/** Returns the picture format that the first bytes belong to. Null for others. */
export const pictureFormatOf = (bytes: Uint8Array): PictureFormat | null => {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  return head.startsWith('RIFF') && head.startsWith('WEBP', 8) ? 'webp' : null
}
