/** Returns a PNG that was drawn with a picture, with the mark of that picture. */
export async function pngWithMarkOf(picture: Blob, png: Blob): Promise<Blob> {
  const [webp, plain] = await Promise.all([picture.arrayBuffer(), png.arrayBuffer()])
  return new Blob([keepMark(new Uint8Array(webp), new Uint8Array(plain))], { type: 'image/png' })
}

/**
 * Copies the XMP packet of a WebP into a PNG, so that a download keeps the mark of a picture that a machine made. Returns the PNG unchanged if
 * the WebP has none. (https://developers.google.com/speed/webp/docs/riff_container, https://www.w3.org/TR/png-3/#11iTXt)
 */
export function keepMark(webp: Uint8Array, png: Uint8Array): Uint8Array<ArrayBuffer> {
  const xmp = xmpIn(webp)
  if (!xmp) return new Uint8Array(png)
  const chunk = internationalText(xmp)
  const result = new Uint8Array(png.length + chunk.length)
  result.set(png.subarray(0, headEnd))
  result.set(chunk, headEnd)
  result.set(png.subarray(headEnd), headEnd + chunk.length)
  return result
}

/** The end of a PNG's signature and first chunk, which has a fixed length. */
const headEnd = 33

function xmpIn(webp: Uint8Array): Uint8Array | null {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength)
  for (let at = 12; at + 8 <= webp.length;) {
    const length = view.getUint32(at + 4, true)
    if (view.getUint32(at) === xmpName) return webp.subarray(at + 8, at + 8 + length)
    at += 8 + length + (length % 2)
  }
  return null
}

/** The chunk name `XMP `. */
const xmpName = 0x584d5020

/** An uncompressed `iTXt` chunk: keyword, end, two bytes about compression, an empty language and an empty translation, text. */
function internationalText(text: Uint8Array): Uint8Array {
  const keyword = new TextEncoder().encode('iTXtXML:com.adobe.xmp\0\0\0\0\0')
  const length = keyword.length - 4 + text.length
  const chunk = new Uint8Array(12 + length)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, length)
  chunk.set(keyword, 4)
  chunk.set(text, 4 + keyword.length)
  view.setUint32(8 + length, crc32(chunk.subarray(4, 8 + length)))
  return chunk
}

function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}
