import type { CharacterAsset } from '#modules/gallery/api'
import { uploadBytesMax } from '#modules/imagegen/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { deflateRawSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import type { CharacterExtras } from './fake_answers.ts'
import { FakeAuthoring } from './fake_authoring.ts'
import { recordUploads } from './fake_upload.ts'
import { renderApp } from './render_app.tsx'

let api: FakeAuthoring
beforeEach(() => {
  api = new FakeAuthoring()
})

const face = (name: string, more: Partial<CharacterAsset> = {}): CharacterAsset => ({
  type: 'emotion',
  name,
  address: `https://example.com/${name}.png`,
  ...more,
})

/** Opens the pictures of a character with these assets. */
const open = async (assets: CharacterAsset[]) => {
  const avatar = 'https://example.com/mara.png'
  api.addOwn({ id: 'mara', name: 'Mara Venn', avatar, background: avatar, backstory: 'Eleven winters.' })
  api.extras.set('mara', { assets } as Partial<CharacterExtras>)
  const app = renderApp(api, '/edit-character/mara')
  await screen.findByRole('heading', { level: 2, name: 'Advanced' })
  await app.user.click(screen.getByRole('button', { name: /^Pictures/, expanded: false }))
  await screen.findByRole('button', { name: 'Add expressions' })
  return app
}
const button = (name: string) => screen.getByRole('button', { name })
const nameOf = (place: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Name of expression ${place}` })
const rename = (place: number, value: string) => fireEvent.change(nameOf(place), { target: { value } })
/** Not by roles, because a search for a role looks at the styles of every element. */
const names = () =>
  [...document.querySelectorAll<HTMLInputElement>('[aria-label^="Name of expression"]')].map(({ value }) => value)
const saved = async (): Promise<CharacterAsset[]> => {
  // The form learns a moment after its fields that an upload has ended.
  await waitFor(() => {
    fireEvent.click(screen.getByText('Save Changes'))
    expect(api.calls('PUT /api/characters/mara')).toHaveLength(1)
  })
  return (api.calls('PUT /api/characters/mara')[0] as { assets: CharacterAsset[] }).assets
}
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose expressions'), { target: { files } })
const aPicture = (name: string, type = 'image/png') => new File(['pixels'], name, { type })

/** Writes a zip with these files. */
const zipOf = (names: readonly string[], contentOf: (name: string) => string | Uint8Array = () => 'pixels'): File => {
  const [files, directory]: [Uint8Array[], Uint8Array[]] = [[], []]
  const record = (length: number, fields: [offset: number, bytes: 2 | 4, value: number][]) => {
    const view = new DataView(new ArrayBuffer(length))
    for (const [offset, bytes, value] of fields)
      if (bytes === 2) view.setUint16(offset, value, true)
      else view.setUint32(offset, value, true)
    return new Uint8Array(view.buffer)
  }
  const sizeOf = (parts: Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0)
  for (const name of names) {
    const path = new TextEncoder().encode(name)
    const at = sizeOf(files)
    const packed = deflateRawSync(contentOf(name))
    files.push(
      record(30, [
        [0, 4, 0x04034b50],
        [8, 2, 8],
        [26, 2, path.length],
      ]),
      path,
      packed
    )
    directory.push(
      record(46, [
        [0, 4, 0x02014b50],
        [10, 2, 8],
        [20, 4, packed.length],
        [28, 2, path.length],
        [42, 4, at],
      ]),
      path
    )
  }
  const end = record(22, [
    [0, 4, 0x06054b50],
    [10, 2, names.length],
    [12, 4, sizeOf(directory)],
    [16, 4, sizeOf(files)],
  ])
  return new File([...files, ...directory, end] as BlobPart[], 'mara.zip', { type: 'application/zip' })
}

test('renames an expression, makes it the default, and removes another', async () => {
  const icon = { type: 'icon', name: 'main', address: 'https://example.com/icon.png' }
  const { user } = await open([icon, face('neutral'), face('joy'), face('sad')])
  expect(names()).toEqual(['neutral', 'joy', 'sad'])
  expect(button('neutral is the default').getAttribute('aria-pressed')).toBe('true')
  rename(2, 'happy')
  await user.click(button('Make happy the default'))
  expect(button('happy is the default')).toBeTruthy()
  await user.click(button('Remove sad'))
  expect(document.activeElement).toBe(button('Add expressions'))
  expect(await saved()).toEqual([icon, face('neutral'), { ...face('joy'), name: 'happy', isDefault: true }])
})

test('brings a removed expression back', async () => {
  const { user } = await open([face('joy'), face('sad')])
  await user.click(button('Remove joy'))
  expect(names()).toEqual(['sad'])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(names()).toEqual(['joy', 'sad'])
})

test('says why an expression isn’t shown, and refuses to save a second one of a name', async () => {
  await open([face('joy'), face('sad')])
  rename(2, 'JOY')
  expect(screen.getByText('Another expression has this name.')).toBeTruthy()
  fireEvent.click(button('Save Changes'))
  expect(await screen.findAllByText('Two expressions have the name “joy”. Rename one of them.')).not.toHaveLength(0)
  rename(2, ' ')
  expect(screen.getByText('Without a name, it isn’t shown.')).toBeTruthy()
  rename(2, 'x'.repeat(41))
  expect(screen.getByText('At most 40 characters.')).toBeTruthy()
  expect(api.calls('PUT /api/characters/mara')).toEqual([])
})

test('uploads pictures and the pictures of a zip, and replaces those of known names', async () => {
  const uploads = recordUploads()
  await open([face('joy')])
  choose(aPicture('Joy.png'), zipOf(['mara/sad.png', 'mara/read me.txt', '__MACOSX/mara/._sad.png', 'mara/wink.avif']))
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(screen.getByRole('progressbar', { name: 'Uploading expressions' })).toBeTruthy()
  expect(uploads.map(({ file }) => file!.name)).toEqual(['Joy.png', 'sad.png'])
  for (const upload of uploads)
    act(() => upload.respond('UploadedPicture', { url: `/pictures/uploads/${upload.file!.name}.webp` }, 201))
  await screen.findByRole('button', { name: 'Add expressions' })
  expect(names()).toEqual(['joy', 'sad'])
  expect(within(screen.getByRole('list', { name: 'Problems' })).getByText(/^wink\.avif: /)).toBeTruthy()
  expect(await saved()).toEqual([
    { ...face('joy'), address: '/pictures/uploads/Joy.png.webp' },
    { type: 'emotion', name: 'sad', address: '/pictures/uploads/sad.png.webp' },
  ])
})

test('takes 64 expressions, and no more', async () => {
  const uploads = recordUploads()
  await open(Array.from({ length: 63 }, (_, n) => face(`face-${n}`)))
  choose(aPicture('last.png'))
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]!.respond('UploadedPicture', { url: '/pictures/uploads/last.webp' }, 201))
  await waitFor(() => expect(names()).toHaveLength(64))
  choose(aPicture('more.png'))
  expect(await screen.findByText('more.png: A character may have at most 64 expressions.')).toBeTruthy()
  expect(uploads).toHaveLength(1)
  expect(await saved()).toHaveLength(64)
})

test('takes as many pictures of a zip as fit, of at most 10 MB each, and names the others', async () => {
  const uploads = recordUploads()
  await open(Array.from({ length: 62 }, (_, n) => face(`face-${n}`)))
  const bytes: Record<string, number> = { 'large.png': uploadBytesMax, 'too large.png': uploadBytesMax + 1 }
  const files = ['too large.png', 'large.png', 'joy.png', 'sad.png', 'wry.png']
  choose(zipOf(files, (name) => (bytes[name] ? new Uint8Array(bytes[name]) : 'pixels')))
  await waitFor(() => expect(uploads).toHaveLength(2))
  // The second one is still uploaded.
  act(() => uploads[0]!.respond('UploadedPicture', { url: '/pictures/uploads/1.webp' }, 201))
  await waitFor(() => expect(names()).toHaveLength(63))
  act(() => uploads[1]!.respond('UploadedPicture', { url: '/pictures/uploads/2.webp' }, 201))
  await screen.findByRole('button', { name: 'Add expressions' })
  // The files are unpacked side by side.
  expect(uploads.map(({ file }) => file!.name).toSorted()).toEqual(['joy.png', 'large.png'])
  expect(Math.max(...uploads.map(({ file }) => file!.size))).toBe(uploadBytesMax)
  expect(names()).toHaveLength(64)
  const problems = within(screen.getByRole('list', { name: 'Problems' })).getAllByRole('listitem')
  expect(problems.map(({ textContent }) => textContent).toSorted()).toEqual([
    'sad.png: A character may have at most 64 expressions.',
    'too large.png: This file is larger than 10 MB.',
    'wry.png: A character may have at most 64 expressions.',
  ])
})

test('stops at a failure that other pictures share, and can be canceled', async () => {
  const uploads = recordUploads()
  const { user } = await open([])
  choose(...['a', 'b', 'c', 'd'].map((name) => aPicture(`${name}.png`)))
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => uploads[0]!.fail())
  act(() => uploads[1]!.fail())
  expect(await screen.findByText('a.png: Check your connection and try again.')).toBeTruthy()
  await screen.findByRole('button', { name: 'Add expressions' })
  expect(uploads).toHaveLength(2)
  choose(aPicture('a.png'))
  await waitFor(() => expect(uploads).toHaveLength(3))
  await user.click(button('Cancel'))
  expect(uploads[2]!.isAborted).toBe(true)
  expect(names()).toEqual([])
})

test('refuses a zip that is too large, has no pictures, or is none', async () => {
  await open([])
  choose(new File(['no zip'], 'broken.zip', { type: 'application/zip' }))
  expect(await screen.findByText('broken.zip: This zip can’t be read. Is it complete?')).toBeTruthy()
  choose(zipOf(['notes.txt']))
  expect(await screen.findByText('mara.zip: This zip has no pictures.')).toBeTruthy()
  const large = zipOf(['joy.png'])
  Object.defineProperty(large, 'size', { value: 100_000_001 })
  choose(large)
  expect(await screen.findByText('mara.zip: This zip is larger than 100 MB. Divide it.')).toBeTruthy()
})
