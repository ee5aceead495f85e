/** JSON as an object, as text or as bytes. */
export type Content = object | string | Uint8Array

/** Returns the bytes of a content. Texts are encoded as UTF-8. */
export const bytesOf = (content: Content): Buffer => {
  if (content instanceof Uint8Array) return Buffer.from(content)
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
}

export const base64Of = (content: Content): string => bytesOf(content).toString('base64')

/** Encodes numbers as little-endian, with two bytes each. */
export const uint16 = (...numbers: number[]): Buffer =>
  Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(2)
      bytes.writeUInt16LE(number)
      return bytes
    })
  )

export const uint32 = (...numbers: number[]): Buffer =>
  Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(number)
      return bytes
    })
  )
