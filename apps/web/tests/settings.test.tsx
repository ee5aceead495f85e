import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'
import { expectToast } from './expect_toast.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
})

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const button = (name: string) => screen.getByRole('button', { name })
const fill = async (user: UserEvent, input: HTMLElement, text: string) => {
  await user.clear(input)
  await user.paste(text)
}
const isDisabled = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true'
/** Returns a panel only if it is visible. Hidden panels stay mounted. */
const panel = (name: string) => within(screen.getByRole('tabpanel', { name: new RegExp(`^${name}`) }))

/** Holds the answers to matching calls. Returns the release function. */
function holdCalls(isHeld: (...call: Parameters<typeof api.fetch>) => boolean) {
  let release = () => {}
  const gone = new Promise<void>((resolve) => (release = resolve))
  const { fetch } = api
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const response = await fetch(...call)
    if (isHeld(...call)) await gone
    return response
  })
  return () => act(async () => release())
}

test('shows how much is stored, of how much', async () => {
  renderApp(api, '/settings/data')
  await screen.findByRole('heading', { name: 'Storage: 12 MB of 2 GB' })
})

test('shows visitors the 404 page', async () => {
  api.user = null
  renderApp(api, '/settings')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test('lists three tabs in order, opens the one in the URL and falls back to the first', { tags: '@long' }, async () => {
  const { user, address, goTo } = renderApp(api, '/settings?tab=persona')
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Account', 'Username', 'Persona'])
  const open = () => screen.getByRole('tab', { selected: true }).textContent
  expect(open()).toBe('Persona')
  await user.click(screen.getByRole('tab', { name: 'Username' }))
  expect([open(), address()]).toEqual(['Username', '/settings?tab=username'])
  await goTo('/settings?tab=admin')
  expect(open()).toBe('Account')
  expect(document.title).toBe('Settings · Facet')
})

test('leads from the account to screens of its own, and old links to them', async () => {
  const { user, address, goTo } = renderApp(api, '/settings')
  const more = within(await screen.findByRole('list', { name: 'More settings' }))
  expect(more.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Security', '/settings/security'],
    ['Content and replies', '/settings/content'],
    ['Notifications', '/settings/notifications'],
    ['Data', '/settings/data'],
    ['Tokens', '/settings/tokens'],
    ['Webhooks', '/settings/webhooks'],
  ])
  await user.click(more.getByRole('link', { name: 'Security' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Security' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  expect(document.title).toBe('Security · Facet')
  await goTo('/settings?tab=account#two-step')
  await waitFor(() => expect(address()).toBe('/settings/security?tab=account'))
})

test('asks before leaving a screen with an unsaved password', async () => {
  const { user, goTo } = renderApp(api, '/settings/security')
  await fill(user, await screen.findByLabelText('New password'), 'another horse')
  await goTo('/settings')
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
})

test('shows a skeleton, then the current values', async () => {
  api.user = { ...api.user!, personaName: 'Captain Reed', personaBackground: 'Sailed far.' }
  const { user } = renderApp(api, '/settings')
  expect(await screen.findByText('Loading settings')).toBeTruthy()
  expect((await field('First name')).value).toBe('Sam')
  expect((await field('Last name')).value).toBe('Doe')
  expect((await field('E-mail')).value).toBe('sam@example.com')
  await user.click(screen.getByRole('tab', { name: 'Persona' }))
  expect((await field('Name')).value).toBe('Captain Reed')
  expect((await field('Background')).value).toBe('Sailed far.')
})

test('retries loading settings after a failure', async () => {
  api.failNext('GET /api/user/settings', 500, { message: 'The drawer is stuck.', code: 'broken' })
  const { user } = renderApp(api, '/settings')
  expect(await screen.findByText('The drawer is stuck.')).toBeTruthy()
  await user.click(button('Try again'))
  expect((await field('First name')).value).toBe('Sam')
})

test('sends only the changed fields and updates the whole app', async () => {
  const { user } = renderApp(api, '/settings')
  expect(isDisabled(await screen.findByRole('button', { name: 'Save changes' }))).toBe(true)
  await user.click(button('Save changes'))
  expect(api.calls('PUT /api/user/settings')).toEqual([])
  await fill(user, await field('First name'), ' Robin ')
  await user.click(button('Save changes'))
  await expectToast('Settings Updated')
  expect(api.calls('PUT /api/user/settings')).toEqual([{ firstName: ' Robin ' }])
  expect((await field('First name')).value).toBe('Robin')
  expect(isDisabled(button('Save changes'))).toBe(true)
  expect(document.activeElement).toBe(button('Save changes'))
  await user.click(button('Account menu'))
  expect(await screen.findByText('Robin Doe')).toBeTruthy()
})

test('says whether the address is verified, and sends a link to an unverified one', async () => {
  api.user = { ...api.user!, emailVerified: false }
  const { user } = renderApp(api, '/settings')
  const email = await field('E-mail')
  expect(screen.getByText(/isn’t verified/)).toBeTruthy()
  await user.click(button('Send link'))
  await expectToast('We have sent you a link.')
  expect(button('Send again')).toBeTruthy()

  // The server would not send the link to a changed address.
  await fill(user, email, 'other@example.com')
  expect(screen.queryByText(/isn’t verified/)).toBeNull()
})

test('notices that the address was verified elsewhere', async () => {
  api.user = { ...api.user!, emailVerified: false }
  const { user } = renderApp(api, '/settings')
  await field('E-mail')
  api.user = { ...api.user!, emailVerified: true }
  await user.click(button('Send link'))
  await expectToast('Your e-mail address is verified.')
  // The toast contains these words, too.
  expect(await panel('Account').findByText(/is verified\.$/)).toBeTruthy()
})

test('discards changes', async () => {
  const { user } = renderApp(api, '/settings')
  const name = await field('First name')
  await fill(user, name, 'Robin')
  await user.click(panel('Account').getByRole('button', { name: 'Discard' }))
  expect(name.value).toBe('Sam')
  expect(document.activeElement).toBe(name)
  expect(panel('Account').queryByRole('button', { name: 'Discard' })).toBeNull()
})

test('shows an error next to an invalid field and sends nothing', async () => {
  const { user } = renderApp(api, '/settings')
  await fill(user, await field('First name'), '💎'.repeat(80))
  await fill(user, await field('E-mail'), 'nobody')
  await user.click(button('Save changes'))
  expect(await screen.findByText('This isn’t an e-mail address.')).toBeTruthy()
  expect(screen.queryByText('At most 80 characters.')).toBeNull()
  await user.type(await field('First name'), 'x')
  expect(await screen.findByText('At most 80 characters.')).toBeTruthy()
  expect(api.calls('PUT /api/user/settings')).toEqual([])
})

test('shows an e-mail that is taken next to the field and keeps the input', async () => {
  api.accounts.takenEmails = ['mara@example.com']
  const { user } = renderApp(api, '/settings')
  const email = await field('E-mail')
  await fill(user, email, 'mara@example.com')
  await user.click(button('Save changes'))
  await expectToast('There is an account with this e-mail already.')
  await expectToast('Error')
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  expect(email.value).toBe('mara@example.com')
})

test('falls back to a default message for a failure without one', async () => {
  api.failNext('PUT /api/user/settings', 500, null)
  const { user } = renderApp(api, '/settings')
  await fill(user, await field('Last name'), 'Ferris')
  await user.click(button('Save changes'))
  await expectToast('Failed to update settings')
  expect((await field('Last name')).value).toBe('Ferris')
})

test('reports an ended session once and leads to the sign-in page', async () => {
  const { user } = renderApp(api, '/settings')
  await fill(user, await field('Last name'), 'Ferris')
  api.user = null
  await user.click(button('Save changes'))
  await expectToast('You are logged out. Logging in again...')
  expect(screen.queryByText('Failed to update settings')).toBeNull()
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/api/login?next=%2Fsettings'))
})

test('keeps and marks unsaved input across tabs, and asks before leaving', { tags: '@long' }, async () => {
  const { user, address, goTo } = renderApp(api, '/settings')
  await fill(user, await field('First name'), 'Robin')
  await user.click(screen.getByRole('tab', { name: 'Persona' }))
  await fill(user, await field('Name'), 'Captain')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Account, unsaved',
    'Username',
    'Persona, unsaved',
  ])
  await user.click(screen.getByRole('tab', { name: /^Account/ }))
  expect((await field('First name')).value).toBe('Robin')
  await user.click(screen.getByRole('tab', { name: /^Persona/ }))
  expect((await field('Name')).value).toBe('Captain')

  await goTo('/')
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(address()).toBe('/settings?tab=persona')
  await goTo('/')
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(api.calls('PUT /api/user/settings')).toEqual([])
})

test('keeps input typed while saving as unsaved', async () => {
  const { user } = renderApp(api, '/settings')
  const name = await field('First name')
  const answer = holdCalls((_, init) => init?.method === 'PUT')
  await fill(user, name, 'Robin')
  await user.click(button('Save changes'))
  await user.type(name, ' Ann')
  await answer()
  await expectToast('Settings Updated')
  expect(name.value).toBe('Robin Ann')
  expect(isDisabled(button('Save changes'))).toBe(false)
  await user.click(button('Save changes'))
  await waitFor(() => expect(api.user!.firstName).toBe('Robin Ann'))
})

test('turns adult content on after an age check, at once and on every screen', async () => {
  api.addCharacter({ name: 'Night Rose', isNsfw: true })
  const { user, goTo } = renderApp(api, '/')
  expect(await screen.findByText('Adult Content')).toBeTruthy()
  await goTo('/settings/content')
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Limitless content/ })
  await user.click(await screen.findByLabelText(/^Limitless content/))
  const question = await screen.findByRole('alertdialog', { name: 'Are you an adult?' })
  expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }))
  await user.click(document.activeElement!)
  expect(toggle().checked).toBe(false)
  expect(api.calls('PUT /api/user/settings')).toEqual([])

  await user.click(toggle())
  await user.click(await screen.findByRole('button', { name: 'I’m an adult' }))
  await expectToast('Settings Updated')
  expect(toggle().checked).toBe(true)
  expect(api.calls('PUT /api/user/settings')).toEqual([{ limitlessEnabled: true, isOfAge: true }])
  const before = api.calls('GET /api/characters').length
  await goTo('/')
  expect(await screen.findByRole('link', { name: 'Night Rose' })).toBeTruthy()
  expect(screen.queryByText('Adult Content')).toBeNull()
  expect(api.calls('GET /api/characters').length).toBeGreaterThan(before)

  await goTo('/settings/content')
  await user.click(await screen.findByLabelText(/^Limitless content/))
  await waitFor(() => expect(api.user!.limitlessEnabled).toBe(false))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await goTo('/')
  expect(await screen.findByText('Adult Content')).toBeTruthy()
})

test('withdraws the age statement, which turns adult content off and asks for it again', async () => {
  api.user = { ...api.user!, limitlessEnabled: true, isOfAge: true }
  const { user } = renderApp(api, '/settings/content')
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Withdraw your statement?' }))
  await user.click(question.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(api.calls('PUT /api/user/settings')).toEqual([{ isOfAge: false }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull())
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /^Limitless content/ })
  expect(toggle.checked).toBe(false)
  await user.click(toggle)
  expect(await screen.findByRole('alertdialog', { name: 'Are you an adult?' })).toBeTruthy()
})

test.each([
  ['I’m an adult', { isOfAge: true }, true],
  ['Turn it off', { limitlessEnabled: false }, false],
])('asks users who turned adult content on before, once: %s', async (answer, body, isOn) => {
  api.user = { ...api.user!, adultClosed: 'age' }
  const { user } = renderApp(api, '/library')
  const question = within(await screen.findByRole('alertdialog', { name: 'Are you an adult?' }))
  await user.click(question.getByRole('button', { name: answer }))
  await waitFor(() => expect(api.calls('PUT /api/user/settings')).toEqual([body]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.user!.limitlessEnabled).toBe(isOn)
})

test('says that adult content isn’t available in the country, and disables its switch', async () => {
  api.user = { ...api.user!, adultClosed: 'country' }
  renderApp(api, '/settings/content')
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /^Limitless content/ })
  expect(toggle.disabled).toBe(true)
  expect(screen.getByText('Adult content isn’t available in your country.')).toBeTruthy()
})

test('sends the browser to the provider that verifies ages, and asks for the outcome when it returns', async () => {
  vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  api.accounts.ageCheck = 'Agewise'
  const { user, unmount } = renderApp(api, '/settings/content')
  await user.click(await screen.findByRole('switch', { name: /^Limitless content/ }))
  await user.click(await screen.findByRole('button', { name: 'Check my age' }))
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('https://ages.example/check'))
  expect(api.calls('PUT /api/user/settings')).toEqual([])
  unmount()
  const { address } = renderApp(api, '/settings/content?age=checked')
  await expectToast('Limitless content is on.')
  expect(api.calls('POST /api/user/age-check/outcome')).toEqual([{ check: 'the check' }])
  expect(address()).toBe('/settings/content')
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: /^Limitless content/ })).checked).toBe(true)
})

test('keeps adult content off when turning it on failed', async () => {
  api.failNext('PUT /api/user/settings', 500, null)
  const { user } = renderApp(api, '/settings/content')
  await user.click(await screen.findByLabelText(/^Limitless content/))
  await user.click(await screen.findByRole('button', { name: 'I’m an adult' }))
  await expectToast('Failed to update settings')
  expect(screen.getByLabelText<HTMLInputElement>(/^Limitless content/).checked).toBe(false)
})

const fillPasswords = async (user: UserEvent, current: string, next: string, again: string) => {
  await fill(user, await screen.findByLabelText('Current password'), current)
  await fill(user, screen.getByLabelText('New password'), next)
  await fill(user, screen.getByLabelText('Confirm new password'), again)
  await user.click(button('Change password'))
}

test('changes a password and clears the fields', { tags: '@long' }, async () => {
  const { user } = renderApp(api, '/settings/security')
  await fillPasswords(user, 'correct horse', 'another horse', 'another horse')
  await expectToast('Password Changed')
  expect(api.calls('PUT /api/user/password')).toEqual([
    { currentPassword: 'correct horse', newPassword: 'another horse' },
  ])
  for (const label of ['Current password', 'New password', 'Confirm new password'])
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('')
})

test('does not send a password that is too short or not confirmed', { tags: '@long' }, async () => {
  const { user } = renderApp(api, '/settings/security')
  await fillPasswords(user, 'correct horse', '1234567', '12345678')
  expect(await screen.findByText('Password must be at least 8 characters long')).toBeTruthy()
  expect(screen.getByText("New passwords don't match")).toBeTruthy()
  await user.type(screen.getByLabelText('New password'), '8')
  await waitFor(() => expect(screen.queryByText("New passwords don't match")).toBeNull())
  expect(screen.queryByText('Password must be at least 8 characters long')).toBeNull()
  expect(api.calls('PUT /api/user/password')).toEqual([])
})

test(
  'shows a wrong current password next to it, and a default message for a failure without one',
  { tags: '@long' },
  async () => {
    const { user } = renderApp(api, '/settings/security')
    await fillPasswords(user, 'wrong', 'another horse', 'another horse')
    await expectToast('The current password is wrong.')
    const current = screen.getByLabelText('Current password')
    await waitFor(() => expect(current.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('another horse')
    api.failNext('PUT /api/user/password', 500, null)
    await fillPasswords(user, 'correct horse', 'another horse', 'another horse')
    await expectToast('Failed to change password')
  }
)

test('asks before signing out everywhere, then leaves', async () => {
  const { user } = renderApp(api, '/settings/security')
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(api.calls('POST /api/user/sign-out-everywhere')).toEqual([])
  await user.click(button('Sign out everywhere'))
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/'))
  expect(api.calls('POST /api/user/sign-out-everywhere')).toHaveLength(1)
})

const checks = () => api.requests.map(({ path }) => path).filter((path) => path.startsWith('/api/user/username/check/'))

test('checks a username after a pause in typing and saves it when available', async () => {
  const { user } = renderApp(api, '/settings?tab=username')
  const name = await field('Username')
  expect(name.value).toBe('sam')
  expect(isDisabled(button('Save username'))).toBe(true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(name, { target: { value: 'robin' } })
  await act(() => vi.advanceTimersByTimeAsync(499))
  expect(checks()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(checks()).toEqual(['/api/user/username/check/robin'])
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText('Username is available!')).toBeTruthy()
  vi.useRealTimers()
  await user.click(button('Save username'))
  await expectToast('Settings Updated')
  expect(api.calls('PUT /api/user/username')).toEqual([{ username: 'robin' }])
  expect(isDisabled(button('Save username'))).toBe(true)
  expect(screen.getByRole('tab', { name: 'Username' }).textContent).toBe('Username')
})

test('does not check an invalid username and does not save a taken one', { tags: '@long' }, async () => {
  const { user } = renderApp(api, '/settings?tab=username')
  const name = await field('Username')
  await fill(user, name, 'ab')
  expect(await screen.findByText('Username must be at least 3 characters long')).toBeTruthy()
  await fill(user, name, 'ab cd')
  expect(await screen.findByText('Username can only contain letters, numbers, underscores, and hyphens')).toBeTruthy()
  expect(checks()).toEqual([])
  await fill(user, name, 'mara')
  expect(await screen.findByText('This username is already taken')).toBeTruthy()
  await user.type(name, '{Enter}')
  await user.click(button('Save username'))
  expect(api.calls('PUT /api/user/username')).toEqual([])
  await fill(user, name, 'sam')
  expect(await screen.findByText(/^Your current username is sam\./)).toBeTruthy()
  expect(isDisabled(button('Save username'))).toBe(true)
})

test('never takes a late answer for another username', { tags: '@long' }, async () => {
  const { user } = renderApp(api, '/settings?tab=username')
  const name = await field('Username')
  const answer = holdCalls((address) => String(address).endsWith('/mara'))
  await fill(user, name, 'mara')
  await waitFor(() => expect(checks()).toEqual(['/api/user/username/check/mara']))
  expect(screen.getByText('Checking…')).toBeTruthy()
  await user.type(name, 'x')
  expect(await screen.findByText('Username is available!')).toBeTruthy()
  await answer()
  expect(screen.getByText('Username is available!')).toBeTruthy()
  expect(screen.queryByText('This username is already taken')).toBeNull()
  expect(isDisabled(button('Save username'))).toBe(false)
})

test('reports a username that was taken after the check', { tags: '@long' }, async () => {
  const { user } = renderApp(api, '/settings?tab=username')
  await fill(user, await field('Username'), 'robin')
  await screen.findByText('Username is available!')
  api.accounts.takenUsernames.push('robin')
  await user.click(button('Save username'))
  await expectToast('This username is already taken')
  await waitFor(() => expect(isDisabled(button('Save username'))).toBe(true))
  expect(panel('Username').getByText('This username is already taken')).toBeTruthy()
})

test('retries a failed check and reports a failed save', { tags: '@long' }, async () => {
  api.failNext('GET /api/user/username/check/robin', 500, null)
  const { user } = renderApp(api, '/settings?tab=username')
  await fill(user, await field('Username'), 'robin')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Username is available!')
  api.failNext('PUT /api/user/username', 500, null)
  await user.click(button('Save username'))
  await expectToast('Failed to update username')
  expect((await field('Username')).value).toBe('robin')
})

test('previews a persona as characters see it and saves it', async () => {
  api.user = { ...api.user!, username: null }
  const { user } = renderApp(api, '/settings?tab=persona')
  const name = await field('Name')
  const preview = within(screen.getByRole('complementary', { name: 'How characters see you' }))
  expect(preview.getByText('Your name, Sam.')).toBeTruthy()
  await fill(user, name, 'Captain Reed')
  await fill(user, await field('Description'), 'One eye.')
  await fill(user, await field('Personality traits'), 'Patient.')
  await fill(user, await field('Background'), '{{user}} sailed far.')
  expect(preview.getByText('Who Captain Reed is')).toBeTruthy()
  for (const text of ['One eye.', 'Patient.', 'Captain Reed sailed far.']) expect(preview.getByText(text)).toBeTruthy()
  expect(preview.getByText(/in a character’s texts becomes/).textContent).toBe(
    '{{user}} in a character’s texts becomes Captain Reed.'
  )
  await user.click(button('Save persona'))
  await expectToast('Settings Updated')
  expect(api.calls('PUT /api/user/settings')).toEqual([
    {
      personaName: 'Captain Reed',
      personaDescription: 'One eye.',
      personaPersonality: 'Patient.',
      personaBackground: '{{user}} sailed far.',
    },
  ])
})

test('takes an avatar by its URL and refuses an invalid one before sending', { tags: '@long' }, async () => {
  const { user } = renderApp(api, '/settings?tab=persona')
  const address = await screen.findByLabelText('Address of avatar')
  await user.type(address, 'reed.png')
  await user.click(button('Save persona'))
  expect(await screen.findByText(/Enter a picture URL that starts with/)).toBeTruthy()
  expect(api.calls('PUT /api/user/settings')).toEqual([])
  await fill(user, screen.getByLabelText('Address of avatar'), 'https://pictures.example/reed.png')
  await user.click(button('Save persona'))
  await expectToast('Settings Updated')
  expect(api.calls('PUT /api/user/settings')).toEqual([{ personaAvatar: 'https://pictures.example/reed.png' }])
  await user.click(screen.getByRole('button', { name: 'Remove avatar' }))
  await user.click(button('Save persona'))
  await waitFor(() => expect(api.user!.personaAvatar).toBeNull())
})

const linkSection = () => screen.findByRole('region', { name: 'Other ways to sign in' })
const linkedAt = '2026-03-05T12:00:00.000Z'

test('shows no linking without providers', async () => {
  renderApp(api, '/settings/security')
  await screen.findByLabelText('Current password')
  expect(screen.queryByRole('region', { name: 'Other ways to sign in' })).toBeNull()
})

test('links a provider at its site and unlinks it after confirmation', async () => {
  api.accounts.signIns = [
    { provider: 'oidc', name: 'Example', linkedAt: null },
    { provider: 'discord', name: 'Discord', linkedAt },
  ]
  const { user } = renderApp(api, '/settings/security')
  const section = within(await linkSection())
  expect(section.getByText('Not linked')).toBeTruthy()
  expect(section.getByText('Linked on March 5, 2026.')).toBeTruthy()
  await user.click(section.getByRole('button', { name: 'Link Example' }))
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('https://provider.example/authorize'))

  await user.click(section.getByRole('button', { name: 'Unlink Discord' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(api.calls('DELETE /api/user/sign-ins/discord')).toEqual([])
  await user.click(section.getByRole('button', { name: 'Unlink Discord' }))
  await user.click(await screen.findByRole('button', { name: 'Unlink' }))
  expect(await section.findByRole('button', { name: 'Link Discord' })).toBeTruthy()
})

test('reports an unreachable provider', async () => {
  api.accounts.signIns = [{ provider: 'oidc', name: 'Example', linkedAt: null }]
  api.failNext('POST /api/user/sign-ins/oidc', 503, {
    message: 'Example can’t be reached.',
    code: 'provider_unavailable',
  })
  const { user } = renderApp(api, '/settings/security')
  await user.click(within(await linkSection()).getByRole('button', { name: 'Link Example' }))
  await expectToast('Example can’t be reached.')
  expect(browser.leaveTo).not.toHaveBeenCalled()
})

test('reports the outcome after returning from a provider and removes it from the URL', async () => {
  api.accounts.signIns = [{ provider: 'oidc', name: 'Example', linkedAt: null }]
  const { address } = renderApp(api, '/settings?linked=oidc&outcome=taken')
  expect((await screen.findByRole('alert')).textContent).toBe('That Example account is already linked to another user.')
  expect(address()).toBe('/settings/security')
})

test('ignores an unknown outcome', async () => {
  api.accounts.signIns = [{ provider: 'oidc', name: 'Example', linkedAt: null }]
  renderApp(api, '/settings?linked=oidc&outcome=constructor')
  await linkSection()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('lets users without a password set one, then unlink their only provider', { tags: '@long' }, async () => {
  api.accounts.password = null
  api.accounts.signIns = [{ provider: 'discord', name: 'Discord', linkedAt }]
  const { user } = renderApp(api, '/settings/security')
  const section = within(await linkSection())
  expect(section.getByText(/This is your only sign-in method/)).toBeTruthy()
  expect(section.queryByRole('button')).toBeNull()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await fill(user, screen.getByLabelText('New password'), 'correct horse')
  await fill(user, screen.getByLabelText('Confirm new password'), 'correct horse')
  await user.click(button('Set a password'))
  await expectToast('Password Set')
  expect(api.calls('PUT /api/user/password')).toEqual([{ newPassword: 'correct horse' }])
  expect(await screen.findByLabelText('Current password')).toBeTruthy()
  expect(isDisabled(button('Change password'))).toBe(true)
  expect(section.getByRole('button', { name: 'Unlink Discord' })).toBeTruthy()
})

test('saves the style of replies in all chats', { tags: '@long' }, async () => {
  api.models[0]!.takes = ['temperature', 'seed']
  const { user, goTo } = renderApp(api, '/settings/content')
  const style = within(await screen.findByRole('region', { name: 'Creativity' }))
  await user.click(await style.findByRole('radio', { name: 'Lively' }))
  await waitFor(() => expect(api.user!.sampling).toBe('lively'))
  expect(await style.findByText('Saved')).toBeTruthy()

  await user.click(style.getByRole('radio', { name: 'Custom' }))
  expect(style.getAllByRole('textbox')).toHaveLength(4)
  expect(style.queryByRole('slider', { name: 'Seed' })).toBeNull()
  await user.type(style.getByRole('textbox', { name: 'Seed' }), '7')
  await waitFor(() => expect(api.user!.sampling).toEqual({ temperature: 0.95, minP: 0.06, seed: 7 }))
  await user.clear(style.getByRole('textbox', { name: 'Temperature' }))
  await goTo('/profile')
  await waitFor(() => expect(api.user!.sampling).toEqual({ minP: 0.06, seed: 7 }))
})

test('says when the style of replies can’t be saved, or the models can’t be loaded', async () => {
  api.failNext('GET /api/models', 500, null)
  const { user } = renderApp(api, '/settings/content')
  const style = within(await screen.findByRole('region', { name: 'Creativity' }))
  await user.click(await style.findByRole('button', { name: 'Try again' }))
  api.failNext('PUT /api/user/settings', 500, null)
  await user.click(await style.findByRole('radio', { name: 'Wild' }))
  await expectToast('Failed to update settings')
  expect(style.getByRole<HTMLInputElement>('radio', { name: 'Default' }).checked).toBe(true)
})

test('hides the style of replies when no model accepts parameters', async () => {
  for (const model of api.models) model.takes = []
  renderApp(api, '/settings/content')
  await screen.findByRole('switch', { name: /^Limitless content/ })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Creativity' })).toBeNull())
})

test('saves the wish to be asked before another model answers', async () => {
  const { user } = renderApp(api, '/settings/content')
  const asks = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Ask before another model answers/ })
  await user.click(await asks())
  await waitFor(() => expect(api.user!.asksBeforeNewModels).toBe(true))
  expect((await asks()).checked).toBe(true)
})
