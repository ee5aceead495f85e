import type { Character } from '#modules/gallery/api'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectToast } from './expect_toast.ts'
import { FakeApi } from './fake_api.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
let mara: Character
beforeEach(() => {
  api = new FakeApi()
  mara = api.addCharacter({ name: 'Mara' })
})

async function openModal(onNavigation?: () => void) {
  const app = renderApp(api, '/', { onNavigation })
  await app.user.click(await screen.findByRole('link', { name: 'Mara' }))
  return { ...app, modal: within(await screen.findByRole('dialog', { name: 'Mara' })) }
}

test('lists only chats with this character, with their times', async () => {
  const other = api.addCharacter({ name: 'Hiro' })
  api.addChat(mara.id, ['Hi', 'Hello'], hoursAgo(3))
  api.addChat(mara.id, ['Hi', 'Hello'], hoursAgo(50))
  api.addChat(other.id, ['Hi', 'Hello'])
  const { modal } = await openModal()
  expect(await modal.findAllByRole('link', { name: /Continue Chat/ })).toHaveLength(2)
  expect(modal.getByText('3h ago')).toBeTruthy()
  expect(modal.getByText('2d ago')).toBeTruthy()
})

test('reports that there are no chats', async () => {
  const { modal } = await openModal()
  expect(await modal.findByText('No previous chats with Mara')).toBeTruthy()
})

test('closes the modal before opening a new chat', async () => {
  let isWatched = false
  let dialogAtNavigation: HTMLElement | null | undefined
  const { user, modal, address } = await openModal(() => {
    if (isWatched) dialogAtNavigation ??= screen.queryByRole('dialog')
  })
  isWatched = true
  const timers = vi.spyOn(window, 'setTimeout')
  await user.click(modal.getByRole('button', { name: 'Start New Chat' }))
  await waitFor(() => expect(address()).toMatch(/^\/chat\/character-1\?/))
  expect(timers).toHaveBeenCalledWith(expect.any(Function), 100)
  await waitFor(() => expect(dialogAtNavigation).toBeNull())
  await screen.findByRole('textbox', { name: 'Message Mara' })
})

test('continues an earlier chat by its session', async () => {
  const chat = api.addChat(mara.id, ['Hi', 'Hello there'])
  const { user, modal, address } = await openModal()
  await user.click(await modal.findByRole('link', { name: /Continue Chat/ }))
  await waitFor(() => expect(address()).toBe(`/chat/${mara.id}?session=${chat.session.id}`))
  expect(await screen.findByText('Hello there')).toBeTruthy()
})

test('closes on Escape and returns the focus to the card', async () => {
  const { user } = await openModal()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Mara' })))
})

test('closes the innermost dialog on Back and stays on the page', async () => {
  api.addChat(mara.id, ['Hi', 'Hello'])
  const { user, modal, address } = await openModal()
  const back = () => act(() => window.history.back())
  await user.click(await modal.findByRole('button', { name: /Delete chat/ }))
  await screen.findByRole('alertdialog')
  back()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Mara' })).toBeTruthy()
  back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/')
  expect(api.chats).toHaveLength(1)
})

test('shows the last message without the marks of its actions', async () => {
  api.addChat(mara.id, ['Hi', '*opens the door* Come in, {{user}}'])
  const { modal } = await openModal()
  const chat = await modal.findByRole('link', { name: /Continue Chat/ })
  expect(chat.textContent).toContain('opens the door Come in, sam')
})

test('deletes a chat after confirmation, stays open and refetches the list', async () => {
  api.addChat(mara.id, ['Hi', 'Hello'])
  const { user, modal } = await openModal()
  await user.click(await modal.findByRole('button', { name: /Delete chat/ }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Are you sure you want to delete this chat? This action cannot be undone.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await modal.findByText('No previous chats with Mara')).toBeTruthy()
  await expectToast('Chat Deleted')
  expect(screen.getByText('Chat session has been deleted successfully')).toBeTruthy()
  // The toast is still open and must not swallow Escape.
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('deletes nothing on cancel', async () => {
  api.addChat(mara.id, ['Hi', 'Hello'])
  const { user, modal } = await openModal()
  await user.click(await modal.findByRole('button', { name: /Delete chat/ }))
  await screen.findByRole('alertdialog')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Mara' })).toBeTruthy()
  await user.click(modal.getByRole('button', { name: /Delete chat/ }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(api.chats).toHaveLength(1)
  expect(await modal.findByRole('link', { name: /Continue Chat/ })).toBeTruthy()
})

test('shows why a deletion failed and keeps the chat', async () => {
  const chat = api.addChat(mara.id, ['Hi', 'Hello'])
  const { user, modal } = await openModal()
  await user.click(await modal.findByRole('button', { name: /Delete chat/ }))
  api.failNext(`DELETE /api/chats/${chat.session.id}`, 500, null)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete chat')).toBeTruthy()
  expect(modal.getByRole('link', { name: /Continue Chat/ })).toBeTruthy()
})

test('retries loading the list after a failure', async () => {
  api.addChat(mara.id, ['Hi', 'Hello'])
  api.failNext('GET /api/chats', 500, null)
  const { user, modal } = await openModal()
  await user.click(await modal.findByRole('button', { name: 'Try again' }))
  expect(await modal.findByRole('link', { name: /Continue Chat/ })).toBeTruthy()
})
