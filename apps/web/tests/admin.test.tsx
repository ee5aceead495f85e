import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { period } from './fake_admin.ts'
import { renderApp } from './render_app.tsx'
import { expectToast } from './expect_toast.ts'
import { mockWindowWidth } from './window_width.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.user = { ...api.user!, role: 'admin', isAdmin: true }
  mockWindowWidth(1_440)
})

const tabAddress = '/settings?tab=admin'
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const question = async () => within(await screen.findByRole('alertdialog'))
const rows = async () => (await (await section('Users')).findAllByRole('row')).slice(1)
const amount = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Amount' })

test.each(['/admin', '/admin/audit', '/admin/announcements', '/admin/pages', '/admin/codes', '/admin/outbox'])(
  'hides %s from non-admins and makes no call',
  async (at) => {
    api.user = { ...api.user!, role: 'member', isAdmin: false }
    renderApp(api, at)
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
    expect(api.requests.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([])
  }
)

test('shows a fourth settings tab to admins and loads nothing before it opens', { tags: '@long' }, async () => {
  const { user, address } = renderApp(api, '/settings')
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Account', 'Username', 'Persona', 'Admin'])
  expect(api.requests.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([])
  await user.click(screen.getByRole('tab', { name: 'Admin' }))
  expect(address()).toBe(tabAddress)
  expect(await screen.findByRole('heading', { name: 'Ruby management' })).toBeTruthy()
  const ways = within(screen.getByRole('navigation', { name: 'Admin' })).getAllByRole('link')
  expect(ways.map((link) => link.getAttribute('href'))).toEqual([
    '/admin',
    '/admin/sign-up',
    '/admin/characters',
    '/admin/reports',
    '/admin/codes',
    '/admin/held',
    '/admin/announcements',
    '/admin/control-room',
    '/admin/costs',
    '/admin/pages',
    '/admin/audit',
    '/admin/outbox',
  ])
})

test('starts the tab with the figures of the last day and their time', async () => {
  api.admin.dashboard.periods.day = period(24, 3_600_000, { replies: 1_234, providerErrors: 2 })
  renderApp(api, tabAddress)
  const overview = await section('The last 24 hours')
  await overview.findByText('1,234')
  expect(overview.getByText('Not checked yet')).toBeTruthy()
  expect(overview.getByText(/^\d\d:\d\d$/, { selector: 'time' }).parentElement?.textContent).toMatch(/^As of /)
})

test('counts one checked account in the singular', async () => {
  const finishedAt = '2026-11-21T10:05:00.000Z'
  api.admin.dashboard.ledger = { finishedAt, tookMs: 12, accounts: 1, problemCount: 0, problems: [] }
  renderApp(api, tabAddress)
  const overview = await section('The last 24 hours')
  expect(await overview.findByText(/^1 account, \d\d:05$/)).toBeTruthy()
})

test('shows three skeleton rows while users load, then their details', async () => {
  api.admin.addUser({ firstName: 'Mara', lastName: 'Venn', username: 'mara', rubies: 1_200, debt: 30 })
  api.admin.addUser({ id: 'user-1', firstName: 'Sam', role: 'admin', isAdmin: true })
  api.admin.addUser({ firstName: null, lastName: null, disabledAt: '2026-11-20T10:00:00.000Z' })
  renderApp(api, tabAddress)
  expect(await screen.findAllByTestId('user-skeleton')).toHaveLength(3)
  const [nameless, self, mara] = await rows()
  const cells = within(mara!).getAllByRole('cell')
  expect(within(mara!).getByRole('rowheader').textContent).toContain('Mara Venn')
  expect(cells.slice(0, 5).map((cell) => cell.textContent)).toEqual([
    expect.stringMatching(/^person-\d+@example\.com$/),
    'mara',
    '1,200 rubies',
    '30',
    'Nov 1, 2026',
  ])
  expect(within(nameless!).getByRole('rowheader').textContent).toMatch(/person-\d+@example\.com.*Disabled/)
  expect(within(self!).getByText('Admin')).toBeTruthy()
  expect(within(self!).getByText('You')).toBeTruthy()
  expect(within(self!).queryByRole('button', { name: /account of/ })).toBeNull()
})

test('shows users as cards on phones', async () => {
  mockWindowWidth(360)
  api.admin.addUser({ firstName: 'Mara', lastName: 'Venn', rubies: 7 })
  renderApp(api, tabAddress)
  const users = await section('Users')
  const [card] = await users.findAllByRole('listitem')
  expect(card!.textContent).toContain('Mara Venn')
  expect(within(card!).getByText('Rubies', { selector: 'dt' })).toBeTruthy()
  expect(users.queryByRole('table')).toBeNull()
})

test('searches users on the server and loads more in pages', async () => {
  for (let index = 0; index < 25; index++) api.admin.addUser({ firstName: `Person ${index}` })
  api.admin.addUser({ firstName: 'Ada', email: 'ada@elsewhere.test' })
  const { user } = renderApp(api, tabAddress)
  expect(await rows()).toHaveLength(10)
  await user.click((await section('Users')).getByRole('button', { name: 'Load more' }))
  await waitFor(async () => expect(await rows()).toHaveLength(20))
  const search = screen.getByRole('searchbox', { name: 'Search users' })
  await user.type(search, ' elsewhere ')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(api.requests.at(-1)!.path).toBe('/api/admin/users?limit=10&q=elsewhere')
  await user.type(search, 'nowhere')
  expect(await screen.findByText('No users found')).toBeTruthy()
})

test('retries loading users after a failure', async () => {
  api.failNext('GET /api/admin/users', 500, { message: 'The list is torn.', code: 'broken' })
  api.admin.addUser({ firstName: 'Mara', lastName: null })
  const { user } = renderApp(api, tabAddress)
  const users = await section('Users')
  expect(await users.findByText('The list is torn.')).toBeTruthy()
  await user.click(users.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
})

test('grants rubies to a user picked by keyboard, after a preview of the balance', { tags: '@long' }, async () => {
  const mara = api.admin.addUser({ firstName: 'Mara', lastName: 'Venn', rubies: 20, debt: 30 })
  api.admin.addUser({ firstName: 'Zoe' })
  const { user } = renderApp(api, tabAddress)
  const form = await section('Ruby management')
  await user.type(form.getByRole('combobox', { name: 'User' }), 'mar')
  await waitFor(() => expect(form.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(amount())
  await user.keyboard('100')
  expect(form.getByText('30 rubies of it pay the debt of 30 rubies.')).toBeTruthy()
  expect(form.getByText('Balance after').parentElement!.textContent).toContain('90')
  const reason = form.getByRole('textbox', { name: /^Reason/ })
  expect(reason.getAttribute('placeholder')).toBe('Admin granted 100 rubies')
  await user.click(form.getByRole('button', { name: 'Grant 100 rubies' }))
  await expectToast('Rubies granted')
  expect(api.calls(`POST /api/admin/users/${mara.id}/rubies`)).toEqual([{ amount: 100 }])
  expect(form.getByText('Balance before').parentElement!.textContent).toContain('90')
  const [, row] = await rows()
  expect(row!.textContent).toContain('90')
  expect(amount().value).toBe('')
})

test('deducts rubies from a listed user only after confirmation', { tags: '@long' }, async () => {
  const mara = api.admin.addUser({ firstName: 'Mara', rubies: 50, lastName: null })
  const { user } = renderApp(api, tabAddress)
  await user.click(await screen.findByRole('button', { name: 'Adjust rubies of Mara' }))
  expect(document.activeElement).toBe(amount())
  await user.keyboard('-20')
  const reason = screen.getByRole('textbox', { name: /^Reason/ })
  expect(reason.getAttribute('placeholder')).toBe('Admin deducted 20 rubies')
  await user.type(reason, ' Bought twice. ')
  await user.keyboard('{Enter}')
  expect(
    (await question()).getByText('20 rubies will be deducted from Mara. The balance goes from 50 to 30.')
  ).toBeTruthy()
  await user.click((await question()).getByRole('button', { name: 'Cancel' }))
  expect(api.calls(`POST /api/admin/users/${mara.id}/rubies`)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Deduct 20 rubies' }))
  await user.click((await question()).getByRole('button', { name: 'Deduct' }))
  await expectToast('Rubies deducted')
  expect(api.calls(`POST /api/admin/users/${mara.id}/rubies`)).toEqual([{ amount: -20, reason: 'Bought twice.' }])
})

test('sends nothing without a user, for zero, or for more than the balance', async () => {
  api.admin.addUser({ firstName: 'Mara', lastName: null, rubies: 50 })
  const { user } = renderApp(api, tabAddress)
  const form = await section('Ruby management')
  await user.click(form.getByRole('button', { name: 'Adjust rubies' }))
  expect(form.getByText('Enter a whole number other than zero.')).toBeTruthy()
  expect(form.getByText('Pick a user first.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Adjust rubies of Mara' }))
  for (const wrong of ['0', '1.5']) {
    await user.clear(amount())
    await user.type(amount(), `${wrong}{Enter}`)
    expect(await form.findByText('Enter a whole number other than zero.')).toBeTruthy()
  }
  await user.clear(amount())
  await user.type(amount(), '-51{Enter}')
  expect((await form.findAllByText('The balance is 50 rubies, so this many can’t be deducted.')).length).toBe(2)
  expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test.each([
  [
    { message: 'The balance is 10, so 20 rubies can’t be deducted.', code: 'insufficient_rubies' },
    /^The balance is 10/,
  ],
  [null, 'Failed to adjust rubies'],
])('reports a refused adjustment and keeps the input', async (body, said) => {
  const mara = api.admin.addUser({ firstName: 'Mara', lastName: null })
  api.failNext(`POST /api/admin/users/${mara.id}/rubies`, 422, body)
  const { user } = renderApp(api, tabAddress)
  await user.click(await screen.findByRole('button', { name: 'Adjust rubies of Mara' }))
  await user.keyboard('20{Enter}')
  await expectToast(said)
  expect(amount().value).toBe('20')
})

test(
  'disables an account after a confirmation about its sessions, and enables it again',
  { tags: '@long' },
  async () => {
    const mara = api.admin.addUser({ firstName: 'Mara', lastName: null })
    const { user } = renderApp(api, tabAddress)
    await user.click(await screen.findByRole('button', { name: 'Disable account of Mara' }))
    expect((await question()).getByText(/will be signed out everywhere/)).toBeTruthy()
    await user.click((await question()).getByRole('button', { name: 'Cancel' }))
    expect(api.calls(`PUT /api/admin/users/${mara.id}/disabled`)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Disable account of Mara' }))
    await user.click((await question()).getByRole('button', { name: 'Disable' }))
    await expectToast('Account disabled')
    expect((await rows())[0]!.textContent).toContain('Disabled')
    await user.click(await screen.findByRole('button', { name: 'Enable account of Mara' }))
    await user.click((await question()).getByRole('button', { name: 'Enable' }))
    await expectToast('Account enabled')
    expect(api.calls(`PUT /api/admin/users/${mara.id}/disabled`)).toEqual([{ disabled: true }, { disabled: false }])
  }
)

test('reports why an account could not be disabled', async () => {
  const mara = api.admin.addUser({ firstName: 'Mara', lastName: null })
  api.failNext(`PUT /api/admin/users/${mara.id}/disabled`, 500, null)
  const { user } = renderApp(api, tabAddress)
  await user.click(await screen.findByRole('button', { name: 'Disable account of Mara' }))
  await user.click((await question()).getByRole('button', { name: 'Disable' }))
  await expectToast('Failed to disable the account')
  expect(screen.getByRole('button', { name: 'Disable account of Mara' })).toBeTruthy()
})

test('charts a day or a week and announces each point', async () => {
  api.admin.dashboard.periods.day = period(24, 3_600_000, {
    replies: 40,
    rubiesIn: 150,
    rubiesOut: 90,
    firstTextMs: { p50: 420, p95: 1_300 },
  })
  api.admin.dashboard.periods.week = period(7, 86_400_000, { replies: 700 })
  const { user, address } = renderApp(api, '/admin')
  const replies = await screen.findByRole('figure', { name: 'Replies' })
  expect(within(replies).getByText('40', { selector: 'p span' })).toBeTruthy()
  const slider = within(replies).getByRole('slider')
  slider.focus()
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/: 40$/))
  await user.keyboard('{ArrowLeft}')
  expect(slider.getAttribute('aria-valuetext')).toMatch(/: 0$/)
  await user.keyboard('{Home}')
  expect(slider.getAttribute('aria-valuenow')).toBe('1')
  const rubies = screen.getByRole('figure', { name: 'Rubies in and out' })
  expect(within(rubies).getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: in 150, out 90$/)
  expect(within(within(rubies).getByRole('table')).getAllByRole('row')).toHaveLength(25)
  const first = screen.getByRole('figure', { name: 'Time to first text' })
  expect(within(first).getByRole('slider').getAttribute('aria-valuetext')).toMatch(
    /: median 420 ms, 95th percentile 1.3 s$/
  )
  expect(within(screen.getByRole('figure', { name: 'Provider errors' })).getByText('No errors')).toBeTruthy()

  await user.click(screen.getByRole('link', { name: 'Last 7 days' }))
  expect(address()).toBe('/admin?period=week')
  expect(within(screen.getByRole('figure', { name: 'Replies' })).getByText('700', { selector: 'p span' })).toBeTruthy()
  expect(document.title).toBe('Dashboard · Facet')
})

test('shows the result of the ledger check and the debts', async () => {
  const checked = { finishedAt: '2026-11-21T10:00:00.000Z', tookMs: 12, accounts: 3 }
  api.admin.dashboard.ledger = {
    ...checked,
    problemCount: 12,
    problems: [{ userId: 'person-9', problem: 'the balance is 5, the transactions add up to 4' }],
  }
  api.admin.debts = [
    {
      userId: 'person-9',
      user: { name: 'Mara Venn', email: 'mara@example.com' },
      debt: 80,
      since: '2026-11-20T10:00:00.000Z',
      lines: [
        {
          amount: 80,
          debtAfter: 80,
          cause: 'refund',
          description: 'Refund of 500 rubies',
          createdAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    },
  ]
  const { user } = renderApp(api, '/admin')
  const ledger = await section('Ledger check')
  expect(ledger.getByText('12 balances are off')).toBeTruthy()
  expect(ledger.getByText('And 11 more: run verify-ledger.')).toBeTruthy()
  const debts = await section('Debts')
  expect((await debts.findByRole('listitem')).textContent).toMatch(
    /Mara Venn.*mara@example.com.*Refund of 500 rubies.*80 rubies/
  )
  api.admin.dashboard.ledger = { ...checked, problemCount: 0, problems: [] }
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await ledger.findByText('The ledger is balanced')).toBeTruthy()
  // The check of an empty database.
  api.admin.dashboard.ledger = { ...checked, accounts: 0, problemCount: 0, problems: [] }
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await ledger.findByText(/^Not checked yet/)).toBeTruthy()
})

test('retries loading the dashboard after a failure', async () => {
  api.failNext('GET /api/admin/dashboard', 500, { message: 'No figures today.', code: 'broken' })
  const { user } = renderApp(api, '/admin')
  expect(await screen.findByText('No figures today.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('figure', { name: 'Replies' })).toBeTruthy()
})

test('lists actor, action, target and changes in the audit log', async () => {
  const long = `It was ${'a dark and stormy night, and '.repeat(5)}`
  api.admin.addAct({
    kind: 'first_message_changed',
    subject: { type: 'character', id: 'character-1', name: 'Mara Venn' },
    before: { firstMessage: `${long}nobody came.` },
    after: { firstMessage: `${long}everybody came.` },
    createdAt: '2026-11-20T10:00:00.000Z',
  })
  api.admin.addAct({ actor: null })
  const { user } = renderApp(api, '/admin/audit')
  const headings = await screen.findAllByRole('heading', { level: 3 })
  const [granted, changed] = headings.map((heading) => heading.closest('li'))
  expect(granted!.textContent).toMatch(/Rubies granted: Mara <mara@example.com>/)
  expect(granted!.textContent).toMatch(/by the operator, on the command line.*Rubies.*50.*150/)
  expect(changed!.textContent).toMatch(/First message changed: Mara Venn.*by Sam Doe \(sam@example.com\)/)
  await user.click(within(changed!).getByRole('button', { name: 'Show changes' }))
  expect(within(changed!).getByText('nobody').closest('del')).toBeTruthy()
  expect(within(changed!).getByText('everybody').closest('ins')).toBeTruthy()
  expect(document.title).toBe('Audit log · Facet')
})

test('searches the audit log, keeps the search in the URL and loads more on request', { tags: '@long' }, async () => {
  for (let index = 0; index < 60; index++)
    api.admin.addAct({ subject: { type: 'user', id: null, name: `Person ${index}` } })
  const { user, address } = renderApp(api, '/admin/audit?q=person')
  const acts = () => screen.getAllByRole('heading', { level: 3 })
  await waitFor(() => expect(acts()).toHaveLength(50))
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(acts()).toHaveLength(60))
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the audit log' })
  expect(search.value).toBe('person')
  await user.clear(search)
  await user.type(search, 'person 42')
  await waitFor(() => expect(acts()).toHaveLength(1))
  expect(address()).toBe('/admin/audit?q=person%2042')
  await user.type(search, '42')
  expect(await screen.findByText('No entries found')).toBeTruthy()
})

const mail = {
  id: 'mail-1',
  userId: 'person-1',
  address: 'mara@example.com',
  subject: 'Reset your Facet password',
  sentAt: '2026-11-20T10:00:00.000Z',
  text: 'Choose a new password:\nhttps://facet.example/reset?token=abc',
  html: '<h1>Reset</h1><script>alert(1)</script>',
}

test('lists the outbox and reads a mail, as HTML in a sandbox', async () => {
  api.admin.mails.push(mail)
  const { user, address } = renderApp(api, '/admin/outbox')
  await user.click(await screen.findByRole('link', { name: /^Reset your Facet password/ }))
  expect(address()).toBe('/admin/outbox?mail=mail-1')
  expect(await screen.findByText(/token=abc/)).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'HTML' }))
  const frame = await screen.findByTitle<HTMLIFrameElement>('The mail as HTML')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toBe(mail.html)
  await user.click(screen.getByRole('link', { name: 'All mail' }))
  expect(address()).toBe('/admin/outbox')
})

test('says that the outbox is empty, and that a mail is gone', async () => {
  const { unmount } = renderApp(api, '/admin/outbox')
  expect(await screen.findByText('No mail here')).toBeTruthy()
  unmount()
  renderApp(api, '/admin/outbox?mail=gone')
  expect(await screen.findByText('Couldn’t load the mail')).toBeTruthy()
})

test('lets an admin word why a model was changed', async () => {
  const known = { tier: 'basic', name: 'Toppy 7B', modelId: 'toppy:7b', since: null, reason: null }
  const changed = { ...known, tier: 'standard', name: 'Mistral Small', since: '2026-05-12T10:00:00.000Z' }
  api.admin.models = [known, changed]
  const { user } = renderApp(api, '/admin')
  const models = await section('Models')
  const reason = await models.findByRole('textbox', { name: 'Reason for the change' })
  await user.click(reason)
  await user.paste('x'.repeat(301))
  expect(models.getByText('The reason may have at most 300 characters.')).toBeTruthy()
  expect(models.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.clear(reason)
  await user.paste('The earlier one was switched off.')
  await user.click(models.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.admin.models[1]).toMatchObject({ reason: 'The earlier one was switched off.' }))
})

test('lets an admin give lower roles, and offers nothing for people of an equal or higher one', async () => {
  const mara = api.admin.addUser({ firstName: 'Mara', lastName: null })
  api.admin.addUser({ firstName: 'Olga', lastName: null, role: 'owner', isAdmin: true })
  const { user } = renderApp(api, tabAddress)
  const users = await section('Users')
  await user.click(await users.findByRole('button', { name: 'Change role of Mara' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Role of Mara' }))
  expect(dialog.getAllByRole('radio').map((radio) => radio.parentElement!.textContent)).toEqual([
    expect.stringContaining('Member'),
    expect.stringContaining('Creator'),
    expect.stringContaining('Support'),
    expect.stringContaining('Moderator'),
  ])
  await user.click(dialog.getByRole('radio', { name: /Support/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expectToast('Role changed')
  expect(mara.role).toBe('support')
  expect(await users.findByText('Support')).toBeTruthy()
  expect(users.queryByRole('button', { name: /Olga/ })).toBeNull()
})

test.each([
  ['support', ['Ruby management', 'Users'], /^Adjust rubies/],
  ['moderator', ['Users', 'Characters', 'Reports'], /^Disable account/],
] as const)('shows %s only their part of the tab', async (role, sections, button) => {
  api.user = { ...api.user!, role, isAdmin: false }
  api.admin.addUser({ firstName: 'Mara', lastName: null })
  renderApp(api, tabAddress)
  const users = await section('Users')
  const buttons = await users.findAllByRole('button', { name: /Mara/ })
  expect(buttons.map((each) => each.getAttribute('aria-label'))).toEqual([expect.stringMatching(button)])
  const panel = within(screen.getByRole('tabpanel', { name: 'Admin' }))
  expect(
    panel
      .getAllByRole('region')
      .map((region) => region.getAttribute('aria-labelledby') && within(region).getAllByRole('heading')[0]!.textContent)
  ).toEqual(sections)
  const calls = api.requests.filter(({ path }) => path.startsWith('/api/admin')).map(({ path }) => path.split('?')[0])
  expect(new Set(calls)).toEqual(new Set(['/api/admin/users']))
})

test('support only grants rubies, and reads nothing about deducting', async () => {
  api.user = { ...api.user!, role: 'support', isAdmin: false }
  const mara = api.admin.addUser({ firstName: 'Mara', lastName: null })
  const { user } = renderApp(api, tabAddress)
  await user.click(await screen.findByRole('button', { name: 'Adjust rubies of Mara' }))
  const form = await section('Ruby management')
  expect(form.queryByText(/deduct/)).toBeNull()
  await user.keyboard('-5{Enter}')
  expect(await form.findByText('Enter a whole number above zero.')).toBeTruthy()
  expect(api.calls(`POST /api/admin/users/${mara.id}/rubies`)).toEqual([])
})

test('cards of people above the viewer end without an empty line', async () => {
  mockWindowWidth(360)
  api.admin.addUser({ firstName: 'Olga', lastName: null, role: 'owner' })
  renderApp(api, tabAddress)
  const users = await section('Users')
  const card = (await users.findByText('Olga')).closest('li')!
  expect(within(card).queryByRole('button')).toBeNull()
  expect(card.lastElementChild!.childElementCount).toBe(0)
})
