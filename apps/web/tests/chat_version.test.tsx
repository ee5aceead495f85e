import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toasts } from '../src/lib/toasts.ts'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
beforeEach(() => {
  api = new FakeChatApi()
  api.addCharacter({ id: 'mara', name: 'Mara Venn' })
  api.addChat('mara', ['Is the lamp lit?'])
  api.version = { number: 1, newest: 3, char: 'Mara' }
  api.changes = [
    { field: 'description', before: 'A keeper.', after: 'A sailor.' },
    { field: 'systemPrompt', before: null, after: null, isHidden: true },
  ]
})

const sessionId = () => api.chats[0]!.session.id
const notice = () => screen.queryByRole('region', { name: 'Newer version' })
const open = async () => {
  const app = renderApp(api, `/chat/mara?session=${sessionId()}`)
  await screen.findByText('Is the lamp lit?')
  return app
}
const openDialog = async () => {
  const app = await open()
  await app.user.click(within(notice()!).getByRole('button', { name: 'Update to the newest' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Update to the newest version?' })) }
}

test('offers nothing in a chat with the newest version', async () => {
  api.version = { number: 3, newest: 3, char: 'Mara' }
  await open()
  expect(notice()).toBeNull()
})

test('shows the difference, and updates after a confirmation', async () => {
  const { user, dialog } = await openDialog()
  expect((await dialog.findByText('A keeper.')).closest('del')).toBeTruthy()
  expect(dialog.getByText('A sailor.').closest('ins')).toBeTruthy()
  expect(dialog.getByText('System prompt').nextSibling?.textContent).toBe(
    'Changed. The creator keeps this text private.'
  )
  const call = `POST /api/chats/${sessionId()}/version`
  expect(api.calls(call)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(toasts.current()?.title).toBe('Chat updated'))
  expect(api.calls(call)).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(notice()).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'))
})

test('keeps the offer when the update fails or is put off', async () => {
  const { user, dialog } = await openDialog()
  api.failNext(`POST /api/chats/${sessionId()}/version`, 500)
  await user.click(await dialog.findByRole('button', { name: 'Update' }))
  await waitFor(() => expect(toasts.current()?.title).toBe('Error'))
  await user.click(dialog.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(notice()).toBeTruthy()
})

test('loads the difference again after a failure', async () => {
  api.failNext(`GET /api/chats/${sessionId()}/version`, 500)
  const { user, dialog } = await openDialog()
  await user.click(await dialog.findByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('A sailor.')).toBeTruthy()
})

test('withdraws the offer when another tab has updated', async () => {
  await open()
  await waitFor(() => expect(api.listeners).toBe(1))
  expect(notice()).toBeTruthy()
  api.version = { number: 3, newest: 3, char: 'Mara' }
  api.broadcast({ type: 'chat', sessionId: sessionId(), what: 'version_changed' })
  await waitFor(() => expect(notice()).toBeNull())
})
