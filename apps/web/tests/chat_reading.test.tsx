import { defaultReading } from '#modules/accounts/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'
import { mockWindowWidth } from './window_width.ts'

let api: FakeChatApi
beforeEach(() => {
  mockWindowWidth(1440)
  api = new FakeChatApi()
})

const open = async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const chat = api.addChat(mara.id, ['Hello', '*She nods.* “Come in.”'])
  const { user, container } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  const root = () => container.querySelector('[data-reading-size]')
  const openSheet = async () => {
    await user.click(screen.getByRole('button', { name: 'Chat menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reading' }))
    return within(await screen.findByRole('dialog', { name: 'Reading' }))
  }
  return { user, root, openSheet }
}

test('applies reading settings at once, saves them, and resets them', { tags: '@long' }, async () => {
  const { user, root, openSheet } = await open()
  expect(root()?.getAttribute('data-reading-size')).toBe('medium')
  const sheet = await openSheet()
  await user.click(sheet.getByRole('radio', { name: 'Large' }))
  await user.click(sheet.getByRole('radio', { name: 'For dyslexia' }))
  await user.click(sheet.getByRole('switch', { name: /^Colour speech/ }))
  const changed = { ...defaultReading, size: 'large', font: 'dyslexia', speechTint: true }
  await waitFor(() => expect(api.user!.reading).toEqual(changed))
  expect(root()?.getAttribute('data-reading-size')).toBe('large')
  expect(root()?.getAttribute('data-reading-font')).toBe('dyslexia')
  await user.click(sheet.getByRole('button', { name: 'Reset to defaults' }))
  await waitFor(() => expect(api.user!.reading).toBeNull())
  expect(root()?.getAttribute('data-reading-size')).toBe('medium')
})

test('hides the panels in focus mode until they are shown again', async () => {
  api.user!.reading = { ...defaultReading, focus: true }
  const { user } = await open()
  expect(screen.queryByRole('complementary', { name: 'About Mara' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show panels' }))
  await waitFor(() => expect(api.user!.reading?.focus).toBe(false))
  expect(screen.queryByRole('button', { name: 'Show panels' })).toBeNull()
})

test('keeps the scenario one press away when panels are hidden and messages have been written', async () => {
  api.user!.reading = { ...defaultReading, focus: true }
  const scenario = 'A storm, a lighthouse, one knock at the door.'
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: /^About Mara/ }))
  expect(within(await screen.findByRole('dialog', { name: 'Mara' })).getByText(scenario)).toBeTruthy()
})

test('leaves focus mode by Escape, unless a dialog or the draft uses the key', async () => {
  api.user!.reading = { ...defaultReading, focus: true }
  const { user, openSheet } = await open()
  const isFocused = () => api.user!.reading?.focus
  const composer = screen.getByRole('textbox', { name: 'Message Mara' })
  await openSheet()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.type(composer, 'Hello{Escape}')
  expect(isFocused()).toBe(true)
  expect(screen.getByRole('button', { name: 'Show panels' })).toBeTruthy()
  await user.type(composer, '{Escape}')
  await waitFor(() => expect(isFocused()).toBe(false))
})

test('keeps both of two changes that follow each other at once', async () => {
  const { openSheet } = await open()
  const sheet = await openSheet()
  act(() => {
    fireEvent.click(sheet.getByRole('radio', { name: 'Large' }))
    fireEvent.click(sheet.getByRole('radio', { name: 'Cream' }))
  })
  await waitFor(() => expect(api.user!.reading).toEqual({ ...defaultReading, size: 'large', paper: 'cream' }))
})

test('ignores Escape on screens without panels', async () => {
  mockWindowWidth(390)
  api.user!.reading = { ...defaultReading, focus: true }
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Message Mara' }), '{Escape}')
  expect(api.user!.reading?.focus).toBe(true)
})
