import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi, type FakeChat } from './fake_api.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
let [mara, ines] = [] as FakeChat[] as [FakeChat, FakeChat]
beforeEach(() => {
  api = new FakeApi()
  mara = api.addChat(api.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'], hoursAgo(3))
  ines = api.addChat(api.addCharacter({ name: 'Ines' }).id, ['Hi', 'Hello'], hoursAgo(2))
})

const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const openMenu = async (user: ReturnType<typeof renderApp>['user'], name: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `More actions for chat with ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('keeps a chat on top of the list', async () => {
  const { user } = renderApp(api, '/memory')
  await screen.findByRole('heading', { name: 'Ines' })
  expect(names()).toEqual(['Ines', 'Mara'])
  await openMenu(user, 'Mara', 'Keep on top')
  await waitFor(() => expect(names()).toEqual(['Mara', 'Ines']))
  expect(screen.getByRole('img', { name: 'Kept on top' })).toBeTruthy()
  expect(api.calls(`PUT /api/chats/${mara.session.id}/place`)).toEqual([{ isKept: true }])
  await openMenu(user, 'Mara', 'Don’t keep on top')
  await waitFor(() => expect(names()).toEqual(['Ines', 'Mara']))
})

test('archives a chat, shows it in the archive and takes it out again', async () => {
  const { user, address } = renderApp(api, '/memory')
  await openMenu(user, 'Mara', 'Archive')
  await waitFor(() => expect(names()).toEqual(['Ines']))
  expect(await screen.findByText('It comes back with its next message.', { selector: 'li *' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Archived' }))
  await waitFor(() => expect(names()).toEqual(['Mara']))
  expect(address()).toBe('/memory?in=archived')
  expect(screen.getByText('archived')).toBeTruthy()
  await openMenu(user, 'Mara', 'Take out of the archive')
  expect(await screen.findByRole('heading', { name: 'No archived chats' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Show all chats' }))
  await waitFor(() => expect(names()).toEqual(['Ines', 'Mara']))
})

test('links to the archive when all chats are there', async () => {
  for (const { session } of [mara, ines]) api.places.set(session.id, { isArchived: true })
  const { user } = renderApp(api, '/memory')
  await user.click(await screen.findByRole('link', { name: 'Archived chats' }))
  await waitFor(() => expect(names()).toEqual(['Ines', 'Mara']))
})

test('moves a chat to a new folder, and renames and deletes folders', async () => {
  const { user } = renderApp(api, '/memory')
  await openMenu(user, 'Mara', 'Move to a folder')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to a folder' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Name of a new folder' }), 'Sea')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('link', { name: 'Sea' }))
  await waitFor(() => expect(names()).toEqual(['Mara']))

  await user.click(screen.getByRole('button', { name: 'Folders…' }))
  const folders = within(await screen.findByRole('dialog', { name: 'Folders' }))
  await user.click(folders.getByRole('button', { name: 'Rename Sea' }))
  const name = folders.getByRole('textbox', { name: 'Name of the folder' })
  await user.clear(name)
  await user.type(name, 'Harbour{Enter}')
  await user.click(await folders.findByRole('button', { name: 'Delete Harbour' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Its chats stay.')
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(api.folders).toEqual([]))
})

test('shows why a chat could not be moved', async () => {
  api.failNext(`PUT /api/chats/${mara.session.id}/place`, 404, { message: 'Chat not found', code: 'not_found' })
  const { user } = renderApp(api, '/memory')
  await openMenu(user, 'Mara', 'Archive')
  expect(await screen.findByText('Chat not found', { selector: 'li *' })).toBeTruthy()
  expect(names()).toEqual(['Ines', 'Mara'])
})
