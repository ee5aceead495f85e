import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { redirectToSignIn } from '../src/components/shared/sign_in_redirect.ts'
import { toasts } from '../src/lib/toasts.ts'
import { FakeApi } from './fake_api.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
})

const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Where you are signed in' })
  return within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent)
}
test('names each session, marks the current one and signs out another', async () => {
  api.accounts.sessions.push(
    api.accounts.session({ id: 'phone', device: 'Safari on iPhone', lastUsedAt: hoursAgo(3) }),
    api.accounts.session({ id: 'other', device: null, lastUsedAt: hoursAgo(49) })
  )
  const { user } = renderApp(api, '/settings/security')
  const [here, phone, other] = await rows()
  expect(here).toMatch(/^Firefox on LinuxThis browserSigned in on/)
  expect(phone).toMatch(/^Safari on iPhoneSigned in on .*, last used 3 hours ago/)
  expect(other).toMatch(/^Unknown device.*, last used 2 days ago/)
  expect(screen.queryByRole('button', { name: /^Sign out Firefox/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Sign out Safari on iPhone/ }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(api.accounts.sessions.map(({ id }) => id)).toEqual(['here', 'other'])
  // The session's button is gone, so the focus moves to the next one.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Sign out Unknown device/ }))
})

test('folds more than four sessions', async () => {
  for (let number = 1; number <= 5; number++)
    api.accounts.sessions.push(api.accounts.session({ id: `other-${number}` }))
  const { user } = renderApp(api, '/settings/security')
  expect(await rows()).toHaveLength(4)
  const button = screen.getByRole('button', { name: 'Show all 6' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await user.click(button)
  expect(await rows()).toHaveLength(6)
  await user.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(await rows()).toHaveLength(4)
})

test('signs out all other sessions at once', async () => {
  api.accounts.sessions.push(api.accounts.session({ id: 'a' }), api.accounts.session({ id: 'b' }))
  const { user } = renderApp(api, '/settings/security')
  await user.click(await screen.findByRole('button', { name: 'Sign out other devices' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Sign out other devices' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('asks for the password once before the e-mail changes, after an old sign-in', async () => {
  api.accounts.isProven = false
  const { user } = renderApp(api, '/settings')
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: /^E-mail/ })
  await user.clear(email)
  await user.paste('new@example.test')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  const typed = dialog.getByLabelText('Your password')
  await user.type(typed, 'wrong{Enter}')
  expect(await dialog.findByText('The password is wrong.')).toBeTruthy()
  expect(api.user!.email).not.toBe('new@example.test')
  await user.clear(typed)
  await user.type(typed, 'correct horse{Enter}')
  await waitFor(() => expect(api.user!.email).toBe('new@example.test'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('changes nothing and says why when the user declines to confirm', async () => {
  api.accounts.isProven = false
  const { email: before } = api.user!
  const { user } = renderApp(api, '/settings')
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: /^E-mail/ })
  await user.clear(email)
  await user.paste('new@example.test')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect((await screen.findAllByText('Please show first that it is you.')).length).toBeGreaterThan(0)
  expect(api.user!.email).toBe(before)
  expect(email.value).toBe('new@example.test')
})

test('sends users without a password to their provider and reports the outcome on return', async () => {
  api.accounts.isProven = false
  api.accounts.password = null
  api.accounts.signIns = [{ provider: 'oidc', name: 'Example', linkedAt: hoursAgo(100) }]
  const { user } = renderApp(api, '/settings?proven=oidc&outcome=denied')
  expect(await screen.findByText('You didn’t allow it at Example, so nothing was changed.')).toBeTruthy()
  await user.type(screen.getByLabelText('New password'), 'another horse')
  await user.type(screen.getByLabelText('Confirm new password'), 'another horse')
  await user.click(screen.getByRole('button', { name: 'Set a password' }))
  await user.click(await screen.findByRole('button', { name: 'Continue with Example' }))
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('https://provider.example/authorize'))
  expect(api.accounts.password).toBeNull()
})

test('leads to the start page after signing out everywhere, not to the sign-in page', async () => {
  const { user } = renderApp(api, '/settings/security')
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/'))
  // A call that gets 401 would do this.
  redirectToSignIn()
  expect(toasts.current()).toBeNull()
})
