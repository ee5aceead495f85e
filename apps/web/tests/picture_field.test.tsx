import { uploadBytesMax } from '#modules/imagegen/api'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { PictureField, type PictureFieldProps } from '../src/components/shared/picture_field.tsx'
import { aPicture } from './fake_authoring.ts'
import { recordUploads } from './fake_upload.ts'

function renderField(props: Partial<PictureFieldProps> = {}) {
  const uploads = recordUploads()
  let value = props.value ?? ''
  const onBusyChange = vi.fn()
  function Host() {
    const [address, setAddress] = useState(value)
    value = address
    return (
      <BrowserRouter>
        <PictureField label="Avatar" onBusyChange={onBusyChange} {...props} value={address} onChange={setAddress} />
      </BrowserRouter>
    )
  }
  render(<Host />)
  return { uploads, user: userEvent.setup({ applyAccept: false }), value: () => value, onBusyChange }
}

const field = () => within(screen.getByRole('group', { name: 'Avatar' }))
const chooser = () => screen.getByLabelText<HTMLInputElement>('Choose avatar')
const shown = () => screen.getByRole('group', { name: 'Avatar' }).querySelector('img')?.getAttribute('src')

test('uploads a chosen file with progress and takes its address', async () => {
  const { uploads, user, value, onBusyChange } = renderField()
  await user.upload(chooser(), aPicture())
  expect(uploads[0]).toMatchObject({ address: 'POST /api/uploads/images', file: { name: 'mara.png' } })
  expect(onBusyChange.mock.calls).toEqual([[true]])
  act(() => uploads[0]!.progress(0.4))
  expect(field().getByRole('progressbar', { name: 'Uploading avatar' }).getAttribute('aria-valuenow')).toBe('40')
  expect(value()).toBe('')
  act(() => uploads[0]!.respond('UploadedPicture', { url: '/pictures/own/one.webp' }, 201))
  await waitFor(() => expect(value()).toBe('/pictures/own/one.webp'))
  expect(shown()).toBe('/pictures/own/one.webp?w=768')
  expect(field().getByRole('status').textContent).toBe('Avatar uploaded.')
  // The effect runs after the commit.
  await waitFor(() => expect(onBusyChange.mock.lastCall).toEqual([false]))
})

test('accepts a dropped file and a dropped URL', async () => {
  const { uploads, value } = renderField()
  const group = screen.getByRole('group', { name: 'Avatar' })
  fireEvent.drop(group, { dataTransfer: { files: [aPicture('dropped.webp', 'image/webp')], getData: () => '' } })
  await waitFor(() => expect(uploads[0]?.file?.name).toBe('dropped.webp'))
  fireEvent.drop(group, { dataTransfer: { files: [], getData: () => 'https://example.com/a.png\r\n' } })
  await waitFor(() => expect(value()).toBe('https://example.com/a.png'))
  // The URL replaces the upload, which is aborted.
  expect(uploads[0]?.isAborted).toBe(true)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('accepts a pasted picture and leaves pasted text alone', async () => {
  const { uploads, user, value } = renderField()
  const address = field().getByRole('textbox', { name: 'Address of avatar' })
  fireEvent.paste(address, { clipboardData: { files: [aPicture()] } })
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]!.respond('UploadedPicture', { url: '/pictures/own/pasted.webp' }, 201))
  await waitFor(() => expect(value()).toBe('/pictures/own/pasted.webp'))
  await user.click(field().getByRole('textbox', { name: 'Address of avatar' }))
  await user.paste('https://example.com/b.png')
  expect(value()).toBe('https://example.com/b.png')
  expect(uploads).toHaveLength(1)
})

test.each([
  ['a document', aPicture('mara.pdf', 'application/pdf'), 'Choose a PNG, JPEG, WebP or GIF picture.'],
  ['a vector picture', aPicture('mara.svg', 'image/svg+xml'), 'Choose a PNG, JPEG, WebP or GIF picture.'],
  ['an empty file', aPicture('mara.png', 'image/png', 0), 'This file is empty. Choose another one.'],
  [
    'more than 10 MB',
    aPicture('mara.png', 'image/png', uploadBytesMax + 1),
    'This picture is larger than 10 MB. Choose a smaller one.',
  ],
])('refuses %s before sending it', async (_, file, message) => {
  const { uploads, user } = renderField()
  await user.upload(chooser(), file)
  expect(await field().findByText(message)).toBeTruthy()
  expect(uploads).toHaveLength(0)
})

test('shows a refusal next to the field and keeps the old picture', async () => {
  const { uploads, user, value } = renderField({ value: '/pictures/own/before.webp' })
  await user.upload(chooser(), aPicture())
  act(() => uploads[0]!.respond('Failure', { message: 'This file is not a picture.', code: 'not_a_picture' }, 422))
  expect(await field().findByText('This file is not a picture.')).toBeTruthy()
  expect(field().queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(value()).toBe('/pictures/own/before.webp')
})

test('retries an interrupted upload with the same file', async () => {
  const { uploads, user, value } = renderField()
  await user.upload(chooser(), aPicture())
  act(() => uploads[0]!.fail())
  expect(
    await field().findByText('The picture couldn’t be uploaded. Check your connection and try again.')
  ).toBeTruthy()
  await user.click(field().getByRole('button', { name: 'Try again' }))
  expect(uploads[1]?.file?.name).toBe('mara.png')
  act(() => uploads[1]!.respond('UploadedPicture', { url: '/pictures/own/second.webp' }, 201))
  await waitFor(() => expect(value()).toBe('/pictures/own/second.webp'))
  expect(screen.queryByText(/couldn’t be uploaded/)).toBeNull()
})

test('treats an answer without an address as a failure', async () => {
  const { uploads, user, value } = renderField()
  await user.upload(chooser(), aPicture())
  act(() => uploads[0]!.respondMalformed(201))
  expect(await field().findByText(/couldn’t be uploaded/)).toBeTruthy()
  expect(value()).toBe('')
})

test('cancels an upload with the same button, which keeps the focus', async () => {
  const { uploads, user, value } = renderField()
  await user.upload(chooser(), aPicture())
  const cancel = field().getByRole('button', { name: 'Cancel upload of avatar' })
  cancel.focus()
  await user.keyboard('{Enter}')
  expect(uploads[0]?.isAborted).toBe(true)
  expect(document.activeElement).toBe(field().getByRole('button', { name: 'Upload avatar' }))
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(value()).toBe('')
})

test('removes a picture and focuses the upload button', async () => {
  const { user, value } = renderField({ value: 'https://example.com/a.png' })
  expect(shown()).toBe('https://example.com/a.png')
  await user.click(field().getByRole('button', { name: 'Remove avatar' }))
  expect(value()).toBe('')
  expect(document.activeElement).toBe(field().getByRole('button', { name: 'Upload avatar' }))
  expect(shown()).toBeUndefined()
})

test('previews only valid picture addresses', () => {
  renderField({ value: 'javascript:alert(1)' })
  expect(shown()).toBeUndefined()
})

test('shows that a picture could not be loaded', async () => {
  renderField({ value: 'https://example.com/gone.png' })
  const picture = screen.getByRole('group', { name: 'Avatar' }).querySelector('img')!
  expect(picture.getAttribute('referrerpolicy')).toBe('no-referrer')
  fireEvent.error(picture)
  expect(shown()).toBeUndefined()
})

test('sets the focus where the picture is pressed, and follows the pointer', () => {
  const onFocusChange = vi.fn()
  renderField({ value: '/pictures/own/one.webp', focus: { x: 0.3, y: 0.4 }, onFocusChange })
  const focus = field().getByRole('slider', { name: 'Focus of avatar' })
  expect(focus.getAttribute('aria-valuetext')).toBe('30% from the left, 40% from the top')
  focus.getBoundingClientRect = () => new DOMRect(100, 100, 200, 250)
  focus.setPointerCapture = vi.fn()
  focus.hasPointerCapture = () => vi.mocked(focus.setPointerCapture).mock.calls.length > 0
  fireEvent.pointerMove(focus, { clientX: 110, clientY: 110 })
  expect(onFocusChange).not.toHaveBeenCalled()
  fireEvent.pointerDown(focus, { button: 0, clientX: 150, clientY: 150 })
  fireEvent.pointerMove(focus, { clientX: 400, clientY: 225 })
  expect(onFocusChange.mock.calls).toEqual([[{ x: 0.25, y: 0.2 }], [{ x: 1, y: 0.5 }]])
})

test('offers no focus without a picture', () => {
  renderField({ onFocusChange: vi.fn() })
  expect(screen.queryByRole('slider')).toBeNull()
})
