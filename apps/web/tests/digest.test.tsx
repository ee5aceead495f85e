import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { expectToast } from './expect_toast.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.user = { ...api.user!, emailVerified: true }
})

const address = '/settings/notifications'
const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })

test('mails a digest once a day or once a week, and is off at first', async () => {
  const { user } = renderApp(api, address)
  expect((await choice('Off')).checked).toBe(true)
  const release = holdCall(api, '/api/notifications/digest')
  await user.click(await choice('Once a week'))
  await waitFor(async () => expect((await choice('Once a week')).checked).toBe(true))
  expect(api.digest).toEqual({ every: null })
  act(release)
  await waitFor(() => expect(api.digest).toEqual({ every: 'week' }))
  await waitFor(async () => expect((await choice('Once a week')).checked).toBe(true))
  await user.click(await choice('Off'))
  await waitFor(() => expect(api.digest).toEqual({ every: null }))
})

test('shows the previous choice again when the change fails', async () => {
  api.failNext('PUT /api/notifications/digest', 500, { message: 'Something broke.', code: 'broken' })
  const { user } = renderApp(api, address)
  await user.click(await choice('Once a day'))
  await expectToast('Something broke.')
  expect((await choice('Off')).checked).toBe(true)
})

test('leads users without a verified address to their account', async () => {
  api.user = { ...api.user!, emailVerified: false }
  renderApp(api, address)
  const section = within(await screen.findByRole('region', { name: 'Mail' }))
  expect(section.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/settings')
  expect(screen.queryByRole('radio', { name: 'Off' })).toBeNull()
  expect(api.calls('GET /api/notifications/digest')).toHaveLength(0)
})

test('can be loaded again after a failure', async () => {
  api.failNext('GET /api/notifications/digest', 500)
  const { user } = renderApp(api, address)
  const section = within(await screen.findByRole('region', { name: 'Mail' }))
  await section.findByText('Couldn’t load this setting')
  await user.click(section.getByRole('button', { name: 'Try again' }))
  expect(await choice('Off')).toBeTruthy()
})
