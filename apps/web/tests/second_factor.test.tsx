import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'
import { expectToast } from './expect_toast.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const section = async () => within(await screen.findByRole('region', { name: 'Two-step sign-in' }))
const button = async (name: string) => (await section()).findByRole('button', { name })
const enabledFactor = { since: '2026-11-22T03:04:05.678Z', recoveryCodesLeft: 8 }

test('sets up: secret to scan or type, a code, then recovery codes shown once', async () => {
  const copy = vi.spyOn(browser, 'copy').mockResolvedValue()
  const { user } = renderApp(api, '/settings/security')
  await user.click(await button('Set up'))
  const place = await section()
  expect(await place.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('Scan this')
  expect(place.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy()
  expect(place.getByRole('link', { name: 'open it directly' }).getAttribute('href')).toMatch(/^otpauth:/)
  await user.click(await button('Copy the key'))
  expect(copy).toHaveBeenLastCalledWith('GEZDGNBVGY3TQOJQ')

  await user.click(await button('Turn on'))
  expect(await place.findByText('Enter a code.')).toBeTruthy()
  expect(api.calls('POST /api/user/second-factor/confirm')).toEqual([])
  const code = place.getByRole('textbox', { name: 'Code' })
  await user.type(code, '654321')
  await user.click(await button('Turn on'))
  expect(await place.findByText('That code is wrong, or was used before.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(code))
  await user.clear(code)
  await user.type(code, '123456{Enter}')
  await expectToast('Two-Step Sign-In Is On')

  expect((await place.findAllByRole('listitem')).length).toBe(10)
  expect(document.activeElement?.textContent).toBe('Save these recovery codes')
  await user.click(await button('Copy'))
  expect(copy.mock.lastCall?.[0].split('\n')).toHaveLength(10)
  await user.click(await button('I’ve saved them'))
  expect(await place.findByText(/10 recovery codes are left/)).toBeTruthy()
  expect(place.queryByText('abcd-efgh-jkm0')).toBeNull()
})

test('can cancel the setup, and restart it after it expired', async () => {
  const { user } = renderApp(api, '/settings/security')
  await user.click(await button('Set up'))
  await user.click(await button('Cancel'))
  await user.click(await button('Set up'))
  api.failNext('POST /api/user/second-factor/confirm', 409, { code: 'not_begun', message: 'That took too long.' })
  await user.type((await section()).getByRole('textbox', { name: 'Code' }), '123456{Enter}')
  expect(await (await section()).findByText('That took too long.')).toBeTruthy()
  await user.click(await button('Start over'))
  await waitFor(() => expect(api.calls('POST /api/user/second-factor')).toHaveLength(3))
})

test('reports a refused setup in place', async () => {
  api.failNext('POST /api/user/second-factor', 500, { code: 'broken', message: 'No dice today.' })
  const { user } = renderApp(api, '/settings/security')
  await user.click(await button('Set up'))
  expect(await (await section()).findByText('No dice today.')).toBeTruthy()
})

test('turns off with a code, after explaining the consequences', { tags: '@long' }, async () => {
  api.accounts.secondFactor = { ...enabledFactor }
  const { user } = renderApp(api, '/settings/security')
  await user.click(await button('Turn off'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-step sign-in' }))
  await user.type(dialog.getByRole('textbox', { name: 'Code' }), '999999{Enter}')
  expect(await dialog.findByText('That code is wrong, or was used before.')).toBeTruthy()
  await user.clear(dialog.getByRole('textbox', { name: 'Code' }))
  await user.type(dialog.getByRole('textbox', { name: 'Code' }), '123456{Enter}')
  await expectToast('Two-Step Sign-In Is Off')
  expect(await button('Set up')).toBeTruthy()
})

test('creates new recovery codes with a code, and suggests them when few are left', async () => {
  api.accounts.secondFactor = { ...enabledFactor, recoveryCodesLeft: 1 }
  const { user } = renderApp(api, '/settings/security')
  expect(await (await section()).findByText(/1 recovery code is left/)).toBeTruthy()
  expect((await section()).getByText(/You are running out/)).toBeTruthy()
  await user.click(await button('New recovery codes'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New recovery codes' }))
  await user.type(dialog.getByRole('textbox', { name: 'Code' }), '123456{Enter}')
  expect(await (await section()).findByText('Save these recovery codes')).toBeTruthy()
  await user.click(await button('I’ve saved them'))
  expect((await section()).queryByText(/You are running out/)).toBeNull()
})

test('suggests two-step sign-in to admins', async () => {
  api.user = { ...api.user!, role: 'admin', isAdmin: true, secondFactorWanted: 'suggested' }
  renderApp(api, '/admin')
  expect((await screen.findByRole('link', { name: 'Set it up' })).getAttribute('href')).toBe(
    '/settings/security#two-step'
  )
})

test('links admins to the settings instead of admin screens when it is required', async () => {
  api.user = { ...api.user!, role: 'admin', isAdmin: true, secondFactorWanted: 'required' }
  renderApp(api, '/admin')
  expect(await screen.findByRole('heading', { name: 'First, turn on two-step sign-in' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to settings' })).toBeTruthy()
  expect(api.calls('GET /api/admin/dashboard')).toEqual([])
})
