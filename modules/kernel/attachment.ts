/** Leaves room for the extension within the 255 bytes that file systems allow. */
const fileNameBytesMax = 200

const firstBytes = (text: string, bytesMax: number): string => {
  let bytes = 0
  return [...text].filter((character) => (bytes += Buffer.byteLength(character)) <= bytesMax).join('')
}

/**
 * Returns a file name without an extension for an untrusted title. It never names a path or a hidden file. `fallback` is for a title
 * without usable characters.
 */
export const fileNameOf = (title: string, fallback: string): string => {
  const safe = title.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, ' ').replace(/^[\s.]+|[\s.]+$/g, '')
  return firstBytes(safe, fileNameBytesMax) || fallback
}

/** Returns a `Content-Disposition` (RFC 6266) for an untrusted title, with an ASCII fallback. */
export const attachment = (title: string, extension: string, fallback: string): string => {
  const name = `${fileNameOf(title, fallback)}.${extension}`
  const ascii = name.replace(/[^\x20-\x7e]+/g, '_').replace(/%/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
