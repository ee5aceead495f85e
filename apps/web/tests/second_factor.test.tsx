import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'
import { toasted } from './toasted.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const section = async () => within(await screen.findByRole('region', { name: 'Two-step sign-in' }))
const button = async (name: string) => (await section()).findByRole('button', { name })
const on = { since: '2026-11-22T03:04:05.678Z', recoveryCodesLeft: 8 }

test('it is set up: the secret to scan or type, a code, and recovery codes that are shown once', async () => {
  const copy = vi.spyOn(browser, 'copy').mockResolvedValue()
  const { user } = renderApp(api, '/settings')
  await user.click(await button('Set up'))
  const place = await section()
  expect(await place.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('Scan this')
  expect(place.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy()
  expect(place.getByRole('link', { name: 'open it there' }).getAttribute('href')).toMatch(/^otpauth:/)
  await user.click(await button('Copy the key'))
  expect(copy).toHaveBeenLastCalledWith('GEZDGNBVGY3TQOJQ')

  await user.click(await button('Turn on'))
  expect(await place.findByText('Please give a code.')).toBeTruthy()
  expect(api.calls('POST /api/user/second-factor/confirm')).toEqual([])
  const code = place.getByRole('textbox', { name: 'Code' })
  await user.type(code, '654321')
  await user.click(await button('Turn on'))
  expect(await place.findByText('That code is wrong, or was used before.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(code))
  await user.clear(code)
  await user.type(code, '123456{Enter}')
  await toasted('Two-Step Sign-In Is On')

  expect((await place.findAllByRole('listitem')).length).toBe(10)
  expect(document.activeElement?.textContent).toBe('Keep these recovery codes')
  await user.click(await button('Copy'))
  expect(copy.mock.lastCall?.[0].split('\n')).toHaveLength(10)
  await user.click(await button('I have kept them'))
  expect(await place.findByText(/10 recovery codes are left/)).toBeTruthy()
  expect(place.queryByText('abcd-efgh-jkm0')).toBeNull()
})

test('setting up can be left, and begun again when it took too long', async () => {
  const { user } = renderApp(api, '/settings')
  await user.click(await button('Set up'))
  await user.click(await button('Cancel'))
  await user.click(await button('Set up'))
  api.failNext('POST /api/user/second-factor/confirm', 409, { code: 'not_begun', message: 'That took too long.' })
  await user.type((await section()).getByRole('textbox', { name: 'Code' }), '123456{Enter}')
  expect(await (await section()).findByText('That took too long.')).toBeTruthy()
  await user.click(await button('Begin again'))
  await waitFor(() => expect(api.calls('POST /api/user/second-factor')).toHaveLength(3))
})

test('a refusal to begin is said where it was asked for', async () => {
  api.failNext('POST /api/user/second-factor', 500, { code: 'broken', message: 'No dice today.' })
  const { user } = renderApp(api, '/settings')
  await user.click(await button('Set up'))
  expect(await (await section()).findByText('No dice today.')).toBeTruthy()
})

test('it is turned off with a code, after saying what that means', async () => {
  api.accounts.secondFactor = { ...on }
  const { user } = renderApp(api, '/settings')
  await user.click(await button('Turn off'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-step sign-in' }))
  await user.type(dialog.getByRole('textbox', { name: 'Code' }), '999999{Enter}')
  expect(await dialog.findByText('That code is wrong, or was used before.')).toBeTruthy()
  await user.clear(dialog.getByRole('textbox', { name: 'Code' }))
  await user.type(dialog.getByRole('textbox', { name: 'Code' }), '123456{Enter}')
  await toasted('Two-Step Sign-In Is Off')
  expect(await button('Set up')).toBeTruthy()
})

test('new recovery codes are made with a code, and asked for when few are left', async () => {
  api.accounts.secondFactor = { ...on, recoveryCodesLeft: 1 }
  const { user } = renderApp(api, '/settings')
  expect(await (await section()).findByText(/1 recovery code is left/)).toBeTruthy()
  expect((await section()).getByText(/You are running out/)).toBeTruthy()
  await user.click(await button('New recovery codes'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New recovery codes' }))
  await user.type(dialog.getByRole('textbox', { name: 'Code' }), '123456{Enter}')
  expect(await (await section()).findByText('Keep these recovery codes')).toBeTruthy()
  await user.click(await button('I have kept them'))
  expect((await section()).queryByText(/You are running out/)).toBeNull()
})

test('an admin is told that it is better', async () => {
  api.user = { ...api.user!, isAdmin: true, secondFactorWanted: 'suggested' }
  renderApp(api, '/admin')
  expect((await screen.findByRole('link', { name: 'Set it up' })).getAttribute('href')).toBe(
    '/settings?tab=account#two-step'
  )
})

test('an admin without it, where it is required, finds the way to the setting and no admin screen', async () => {
  api.user = { ...api.user!, isAdmin: true, secondFactorWanted: 'required' }
  renderApp(api, '/admin')
  expect(await screen.findByRole('heading', { name: 'First, turn on two-step sign-in' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the setting' })).toBeTruthy()
  expect(api.calls('GET /api/admin/dashboard')).toEqual([])
})
