import type { ListedPicture } from '#modules/imagegen/api'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toasts } from '../src/lib/toasts.ts'
import { FakeImages } from './fake_images.ts'
import { renderApp } from './render_app.tsx'

const picture = (changes: Partial<ListedPicture> = {}): ListedPicture => ({
  id: '01890000-0000-7000-8000-000000000001',
  url: '/pictures/uploads/1.webp',
  prompt: 'A lamp in the fog',
  model: 'sdxl-lightning',
  modelName: 'SDXL Lightning',
  aspect: '2:3',
  options: { steps: 12 },
  seed: 7,
  isDemo: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
})

let api: FakeImages
beforeEach(() => {
  api = new FakeImages()
})

const openScreen = async () => {
  const app = renderApp(api, '/library/pictures')
  await screen.findByRole('heading', { level: 1, name: 'Pictures' })
  return app
}

test('lists pictures with prompt, model and seed', async () => {
  const tower = { id: '01890000-0000-7000-8000-000000000002', prompt: 'A tower', seed: null, isDemo: true }
  api.drawnPictures = [picture(), picture(tower)]
  await openScreen()
  const items = within(await screen.findByRole('list', { name: 'Your pictures' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringContaining('Made by a model · SDXL Lightning · Seed 7'),
    expect.stringContaining('Made by rules · SDXL Lightning'),
  ])
  expect(items[1]!.textContent).not.toContain('Seed')
})

test('links to the generator without pictures', async () => {
  const { user, address } = await openScreen()
  await screen.findByText('No pictures yet')
  await user.click(screen.getByRole('link', { name: 'Generate a picture' }))
  expect(address()).toBe('/ai-image-generator')
})

test('takes a picture’s prompt, model, options and seed to the generator', async () => {
  api.drawnPictures = [picture()]
  api.options = [
    { id: 'steps', kind: 'number', min: 1, max: 60, step: 1 },
    { id: 'seed', kind: 'number', min: 0, max: 100, step: 1 },
  ]
  const { user } = await openScreen()
  await user.click(await screen.findByRole('button', { name: 'Again with changes' }))
  await screen.findByRole('heading', { level: 1, name: 'AI image generator' })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' }).value).toBe('A lamp in the fog')
  await waitFor(() =>
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Model' }).value).toBe('sdxl-lightning')
  )
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Shape' }).value).toBe('2:3')
  const option = async (name: string) => (await screen.findByLabelText<HTMLInputElement>(name)).value
  expect([await option('Steps'), await option('Seed')]).toEqual(['12', '7'])
})

test('asks before it deletes a picture', async () => {
  api.drawnPictures = [picture()]
  const { user } = await openScreen()
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'More for: A lamp in the fog' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete picture' }))
    return screen.findByRole('alertdialog', { name: 'Delete picture' })
  }
  await user.click(within(await open()).getByRole('button', { name: 'Cancel' }))
  expect(api.calls('DELETE /api/pictures/01890000-0000-7000-8000-000000000001')).toHaveLength(0)
  await user.click(within(await open()).getByRole('button', { name: 'Delete' }))
  await screen.findByText('No pictures yet')
  await waitFor(() => expect(toasts.current()).toMatchObject({ title: 'Picture deleted' }))
})

test('says that pictures could not be loaded', async () => {
  api.failNext('GET /api/pictures', 500)
  const { user } = await openScreen()
  await screen.findByText('Couldn’t load your pictures')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No pictures yet')
})

test('puts a picture behind a chat, and opens it', async () => {
  api.drawnPictures = [picture()]
  const { id, name } = api.addCharacter({ name: 'Mara' })
  const { session } = api.addChat(id, ['Hello?'])
  const { user, address } = await openScreen()
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'More for: A lamp in the fog' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Use as a chat’s background' }))
    const dialog = await screen.findByRole('dialog', { name: 'Behind which chat?' })
    return within(dialog).findByRole('button', { name: new RegExp(name) })
  }
  const path = `POST /api/chats/${session.id}/background`
  api.failNext(path, 500)
  await user.click(await open())
  await waitFor(() => expect(toasts.current()).toMatchObject({ title: 'Not changed' }))
  await user.click(screen.getByRole('button', { name: new RegExp(name) }))
  await waitFor(() => expect(address()).toBe(`/chat/${id}?session=${session.id}`))
  expect(api.calls(path)).toEqual([{ url: '/pictures/uploads/1.webp' }, { url: '/pictures/uploads/1.webp' }])
})

test('uses a picture for a new persona', async () => {
  api.drawnPictures = [picture()]
  const { user, address } = await openScreen()
  await user.click(await screen.findByRole('button', { name: 'More for: A lamp in the fog' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Use for a new persona' }))
  const dialog = await screen.findByRole('dialog', { name: 'New persona' })
  expect(dialog.querySelector('img')?.getAttribute('src')).toContain('/pictures/uploads/1.webp')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/settings?tab=persona'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
