import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readZip } from './read_zip.ts'

interface Packed {
  name: string
  content: Uint8Array
  /** Stores the content as it is. */
  isPlain?: boolean
  flags?: number
  /** Replaces the method. */
  method?: number
}

/** Writes a zip as other programs do. */
const zipOf = (files: readonly Packed[], before = ''): Blob => {
  const parts: Uint8Array[] = [new TextEncoder().encode(before)]
  const directory: Uint8Array[] = []
  let at = 0
  const record = (length: number, fields: [offset: number, bytes: 2 | 4, value: number][]) => {
    const view = new DataView(new ArrayBuffer(length))
    for (const [offset, bytes, value] of fields)
      if (bytes === 2) view.setUint16(offset, value, true)
      else view.setUint32(offset, value, true)
    return new Uint8Array(view.buffer)
  }
  for (const { name, content, isPlain = false, flags = 0, method = isPlain ? 0 : 8 } of files) {
    const [path, data] = [new TextEncoder().encode(name), isPlain ? content : deflateRawSync(content)]
    const local = record(30, [
      [0, 4, 0x04034b50],
      [6, 2, flags],
      [8, 2, method],
      [26, 2, path.length],
    ])
    directory.push(
      record(46, [
        [0, 4, 0x02014b50],
        [8, 2, flags],
        [10, 2, method],
        [20, 4, data.length],
        [24, 4, content.length],
        [28, 2, path.length],
        [42, 4, at],
      ]),
      path
    )
    parts.push(local, path, data)
    at += local.length + path.length + data.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = record(22, [
    [0, 4, 0x06054b50],
    [8, 2, files.length],
    [10, 2, files.length],
    [12, 4, size],
    [16, 4, at],
  ])
  return new Blob([...parts, ...directory, end] as BlobPart[])
}

const bytes = (text: string) => new TextEncoder().encode(text)
const contents = async (zip: Blob, max = 100) => {
  const entries = await readZip(zip)
  return Promise.all(entries.map(async ({ name, read }) => [name, await (await read(max)).text()]))
}

test('reads packed and plain files, without folders, also after other bytes', async () => {
  const files = [
    { name: 'faces/', content: bytes(''), isPlain: true },
    { name: 'faces/joy.png', content: bytes('joy '.repeat(20)) },
    { name: 'traurig, ä.png', content: bytes('sad'), isPlain: true },
  ]
  const expected = [
    ['faces/joy.png', 'joy '.repeat(20)],
    ['traurig, ä.png', 'sad'],
  ]
  expect(await contents(zipOf(files))).toEqual(expected)
  expect(await contents(zipOf(files, 'A program that unpacks itself'))).toEqual(expected)
  expect(await contents(zipOf([]))).toEqual([])
})

test('reads a file of the largest permitted size, and stops at one more byte', async () => {
  for (const isPlain of [true, false]) {
    const [most, more] = [100, 101].map((length) => zipOf([{ name: 'a', content: new Uint8Array(length), isPlain }]))
    expect((await (await readZip(most!))[0]!.read(100)).size).toBe(100)
    await expect((await readZip(more!))[0]!.read(100)).rejects.toThrow('This file is larger than')
  }
})

test('refuses what is no zip, cut short, encrypted or packed in another way', async () => {
  const whole = zipOf([{ name: 'joy.png', content: bytes('joy') }])
  await expect(readZip(new Blob(['no zip']))).rejects.toThrow('This zip can’t be read.')
  await expect(readZip(whole.slice(0, whole.size - 30))).rejects.toThrow('This zip can’t be read.')
  for (const odd of [{ flags: 1 }, { method: 93 }]) {
    const [entry] = await readZip(zipOf([{ name: 'joy.png', content: bytes('joy'), ...odd }]))
    await expect(entry!.read(100)).rejects.toThrow('encrypted or packed in an unusual way')
  }
  const [broken] = await readZip(zipOf([{ name: 'a', content: bytes('no deflate'), isPlain: true, method: 8 }]))
  await expect(broken!.read(100)).rejects.toThrow('This zip can’t be read.')
})
