import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'
import { expectToast } from './expect_toast.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  localStorage.clear()
})

const announcement = (fields: object = {}) => ({
  id: 'announcement-1',
  text: 'A **larger** machine',
  isDismissible: true,
  ...fields,
})

const banners = () => screen.findByRole('region', { name: 'Announcements' })

test('shows announcements as Markdown above the page, and dismisses one for good', async () => {
  api.admin.shown.announcements = [
    announcement(),
    announcement({ id: 'announcement-2', text: 'Rules', isDismissible: false }),
  ]
  const { user, unmount } = renderApp(api, '/library')
  const region = await banners()
  expect((await within(region).findByText('larger')).closest('strong')).toBeTruthy()
  const [button, ...others] = within(region).getAllByRole('button')
  expect(others).toEqual([])
  await user.click(button!)
  await waitFor(() => expect(within(region).queryByText('larger')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('main'))
  unmount()
  renderApp(api, '/library')
  await waitFor(async () => expect((await banners()).textContent).toBe('Rules'))
})

test('shows the sentence of a maintenance', async () => {
  api.admin.shown.maintenance = 'We’re back at nine.'
  renderApp(api, '/library')
  expect((await banners()).textContent).toBe('We’re back at nine.')
})

test('keeps the message of a reply that maintenance refuses, and shows the sentence', async () => {
  const character = api.addCharacter()
  api.addChat(character.id)
  api.failNext(`POST /api/chats/${character.id}/stream`, 503, { message: 'We’re back at nine.', code: 'maintenance' })
  const { user } = renderApp(api, `/chat/${character.id}`)
  await user.type(await screen.findByRole('textbox', { name: /^Message / }), 'Good evening.{Enter}')
  // It is also announced.
  expect(await screen.findAllByText('We’re back at nine.')).toHaveLength(2)
  expect(screen.getByText('Good evening.')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Retry/ })).toBeTruthy()
})

test('lets admins write, publish, edit and delete announcements', async () => {
  api.user = { ...api.user!, role: 'admin', isAdmin: true }
  const { user } = renderApp(api, '/admin/announcements')
  expect(await screen.findByText('No announcements yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New announcement' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'A **larger** machine')
  expect(
    within(dialog.getByRole('region', { name: 'Preview' }))
      .getByText('larger')
      .closest('strong')
  ).toBeTruthy()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'For' }), 'users')
  await user.click(dialog.getByRole('button', { name: 'Save as draft' }))
  await expectToast('Draft saved')
  const text = 'A **larger** machine'
  const draft = { text, audience: 'users', startsAt: null, endsAt: null, isDismissible: true, isDraft: true }
  expect(api.calls('POST /api/admin/announcements')).toEqual([draft])
  const list = within(await screen.findByRole('list', { name: 'Announcements' }))
  expect(list.getByText('Draft')).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Edit' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Shown')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No announcements yet')).toBeTruthy()
})

test('lets admins word the notice that a machine writes, and reset it', async () => {
  api.user = { ...api.user!, role: 'admin', isAdmin: true }
  const { user } = renderApp(api, '/admin/announcements')
  const section = () => within(screen.getByRole('region', { name: 'AI notice' }))
  const text = async () => within(await screen.findByRole('region', { name: 'AI notice' })).findByLabelText('Text')
  await user.clear(await text())
  expect(section().queryByRole('button', { name: 'Reset to the default' })).toBeNull()
  await user.type(await text(), 'A program writes this.')
  const pause = section().getByLabelText('Minutes of pause that end a talk')
  await user.clear(pause)
  await user.type(pause, '1')
  await user.click(section().getByRole('button', { name: 'Save notice' }))
  expect(await section().findByText('From 5 to 720.')).toBeTruthy()
  await user.type(pause, '0')
  await user.click(section().getByRole('button', { name: 'Save notice' }))
  await expectToast('AI notice saved')
  expect(api.calls('PUT /api/admin/notice')).toEqual([
    { text: 'A program writes this.', talkMinutes: 180, pauseMinutes: 10 },
  ])
  await user.click(await section().findByRole('button', { name: 'Reset to the default' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset' }))
  await expectToast('AI notice reset')
  await waitFor(async () => expect(await text()).toHaveProperty('value', api.admin.notice.default.text))
})
