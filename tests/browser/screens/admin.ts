import { linkTo } from '../support/mail.ts'
import { on } from '../support/screens.ts'
import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const main = ({ page }: Walk) => page.getByRole('main')
const button = (walk: Walk, name: string) => main(walk).getByRole('button', { name, exact: true })
const rubies = (walk: Walk) => main(walk).getByRole('region', { name: 'Ruby management' })
const amount = (walk: Walk) => rubies(walk).getByRole('spinbutton', { name: 'Amount' })

const escape = async ({ page }: Walk) => {
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' })
}

const openPanel = async (walk: Walk) => {
  await walk.page.goto('/settings?tab=admin')
  await main(walk)
    .getByRole('button', { name: /^Adjust rubies of / })
    .first()
    .waitFor()
}

const pickUser = async (walk: Walk) => {
  await main(walk)
    .getByRole('button', { name: /^Adjust rubies of / })
    .first()
    .click()
  await button(walk, 'Change user').waitFor()
}

export const adminPanel: Screen = {
  name: 'admin tab',
  row: 'settings',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/users')
        await walk.hold('/api/admin/dashboard')
        await walk.page.goto('/settings?tab=admin')
        await walk.page.getByTestId('user-skeleton').nth(2).waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/users', failure)
        await walk.answer('/api/admin/dashboard', failure)
        await walk.page.goto('/settings?tab=admin')
        await main(walk).getByText('Couldn’t load the users').waitFor()
        await main(walk).getByText('Couldn’t load the figures').waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await openPanel(walk)
        await main(walk).getByRole('searchbox', { name: 'Search users' }).fill('zzzzzz no match')
        await main(walk).getByText('No users found').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await openPanel(walk)
        await main(walk).getByText('Rubies out').waitFor()
      },
    },
    picking: {
      bring: async (walk) => {
        await main(walk).getByRole('combobox', { name: 'User' }).click()
        await rubies(walk).getByRole('option').first().waitFor()
      },
    },
    picked: {
      bring: async (walk) => {
        await walk.page.keyboard.press('Escape')
        await pickUser(walk)
        await amount(walk).fill('0')
        await rubies(walk)
          .getByRole('button', { name: /^(Grant|Deduct|Adjust|Apply)/ })
          .click()
        await rubies(walk).getByText('Enter a whole number other than zero.').waitFor()
      },
    },
    deducting: {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await amount(walk).fill('-1')
        await button(walk, 'Deduct 1 ruby').click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
  },
  notices: {
    open: openPanel,
    all: [
      {
        texts: ['Error', 'Failed to adjust rubies'],
        act: async (walk) => {
          await pickUser(walk)
          await walk.answer(/\/api\/admin\/users\/[\w-]+\/rubies/, failure)
          await amount(walk).fill('100')
          await button(walk, 'Grant 100 rubies').click()
        },
      },
      {
        texts: ['Import Failed', 'Failed to import characters'],
        act: async (walk) => {
          await walk.answer('/api/admin/import-new-characters', failure)
          await button(walk, 'Quick import 50 characters').click()
        },
      },
    ],
  },
  stops: 25,
}

export const dashboard: Screen = {
  name: 'dashboard',
  row: 'admin',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/dashboard')
        await walk.page.goto('/admin')
        await walk.page.getByText('Loading the dashboard').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/dashboard', failure)
        await walk.page.goto('/admin')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the dashboard' }).waitFor()
      },
    },
    'debts loading': {
      bring: async (walk) => {
        await walk.hold('/api/admin/debts')
        await walk.page.goto('/admin')
        await main(walk).getByText('Loading debts').waitFor({ state: 'attached' })
      },
    },
    'debts, and failed ones': {
      bring: async (walk) => {
        await walk.answer('/api/admin/debts', failure)
        await walk.page.goto('/admin')
        await main(walk).getByText('Couldn’t load the debts').waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/admin/debts', { json: [] })
        await walk.page.goto('/admin')
        await main(walk)
          .getByText(/^No debts\./)
          .waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/admin?period=week')
        await main(walk).getByRole('figure', { name: 'Rubies in and out' }).getByRole('slider').focus()
      },
    },
  },
  stops: 25,
}

export const auditLog: Screen = {
  name: 'audit log',
  row: 'adminAudit',
  who: 'admin',
  prepare: async ({ client }) => {
    await client.post(`/api/admin/users/${client.user.id}/rubies`, { amount: 5 })
  },
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/acts')
        await walk.page.goto('/admin/audit')
        await walk.page.getByText('Loading entries').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/acts', failure)
        await walk.page.goto('/admin/audit')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the audit log' }).waitFor()
      },
    },
    empty: {
      bring: async ({ page }) => {
        await page.goto('/admin/audit?q=zzzzzz')
        await page.getByRole('heading', { name: 'No entries found' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/admin/audit')
        await main(walk).getByRole('heading', { level: 3 }).first().waitFor()
      },
    },
  },
  stops: 20,
}

export const outbox: Screen = {
  name: 'outbox',
  row: 'adminOutbox',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/mails')
        await walk.page.goto('/admin/outbox')
        await walk.page.getByText('Loading mail').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/mails', failure)
        await walk.page.goto('/admin/outbox')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the outbox' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/admin/mails', { json: [] })
        await walk.page.goto('/admin/outbox')
        await walk.page.getByRole('heading', { name: 'No mail here' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await linkTo(walk.stage, walk.client.user.email, /Verify/)
        await walk.page.goto('/admin/outbox')
        await main(walk).getByRole('link', { name: walk.client.user.email }).waitFor()
      },
    },
    'a mail': {
      isWhole: true,
      bring: async (walk) => {
        await main(walk).getByRole('link', { name: walk.client.user.email }).first().click()
        await main(walk).getByText('/api/email/verify').waitFor()
      },
    },
  },
  stops: 15,
}

const nameOfCodes = 'Summer fair with a name that hardly fits into one line of a small phone'

/** Fills the form for new codes. */
const startCodes = async (walk: Walk) => {
  await walk.page.goto('/admin/codes')
  await button(walk, 'New codes').click()
  await walk.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(nameOfCodes)
}

const makeCodes = (walk: Walk) => walk.page.getByRole('dialog').getByRole('button', { name: 'Make codes' }).click()

export const rubyCodes: Screen = {
  name: 'ruby codes',
  row: 'adminCodes',
  who: 'admin',
  prepare: async ({ client }) => {
    const batch = { name: 'Old', rubies: 1, codes: 1, uses: 1, perPerson: 1, days: 1 }
    const { body } = await client.post('/api/admin/code-batches', batch)
    await client.post(`/api/admin/code-batches/${body.batch.id}/revoke`)
  },
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/code-batches')
        await walk.page.goto('/admin/codes')
        await walk.page.getByText('Loading codes').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/code-batches', failure)
        await walk.page.goto('/admin/codes')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the codes' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/admin/code-batches', { json: [] })
        await walk.page.goto('/admin/codes')
        await walk.page.getByRole('heading', { name: 'No codes yet' }).waitFor()
      },
    },
    'a form': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await startCodes(walk)
        const count = walk.page.getByRole('dialog').getByRole('spinbutton', { name: 'Number of codes' })
        await count.fill('0')
        await makeCodes(walk)
        await walk.page.getByRole('dialog').getByText('From 1 to 1,000.').waitFor()
        await count.fill('30')
      },
    },
    'new codes': {
      isWhole: true,
      bring: async (walk) => {
        await makeCodes(walk)
        await main(walk).getByRole('heading', { name: 'Save these codes' }).waitFor()
        await main(walk).getByText(nameOfCodes).nth(1).waitFor()
      },
    },
    'codes not saved': {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await button(walk, 'Done').click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
        await main(walk).getByText('Revoked').first().waitFor()
      },
    },
    'revoking codes': {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await button(walk, `Revoke ${nameOfCodes}`).first().click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
  },
  stops: 12,
}

const heldItem = {
  id: '019aa000-0000-7000-8000-000000000001',
  round: 1,
  kind: 'character',
  causes: ['sexual/minors', 'hate'],
  isEscalated: true,
  heldAt: '2026-11-20T10:00:00.000Z',
  characterName: 'Wenna Thorncroft',
  excerpt: 'A beekeeper who talks to her bees, and sometimes to her neighbours.',
  author: { id: '019aa000-0000-7000-8000-000000000002', firstName: 'Ines', username: null, profileImageUrl: null },
}
const openItem = {
  ...heldItem,
  id: '019aa000-0000-7000-8000-000000000003',
  causes: ['hate', 'first_characters'],
  isEscalated: false,
  isAdult: true,
  texts: [
    { field: 'name', text: 'Wenna Thorncroft' },
    { field: 'description', text: heldItem.excerpt },
    { field: 'backstory', text: 'Her grandmother left her twelve hives and a debt.\n\n'.repeat(12) },
  ],
  pictures: [],
}

export const heldContent: Screen = {
  name: 'held for review',
  row: 'adminHeld',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/reviews')
        await walk.page.goto('/admin/held')
        await walk.page.getByText('Loading held content').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/reviews', failure)
        await walk.page.goto('/admin/held')
        await walk.page.getByRole('heading', { name: 'Couldn’t load held content' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.page.goto('/admin/held')
        await walk.page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/admin/reviews', { json: [heldItem, openItem] })
        await walk.page.goto('/admin/held')
        await main(walk)
          .getByRole('link', { name: /^Wenna/ })
          .first()
          .waitFor()
      },
    },
    'an item': {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer(`/api/admin/reviews/${openItem.id}`, { json: openItem })
        await walk.page.goto(`/admin/held?review=${openItem.id}`)
        await button(walk, 'Approve').waitFor()
      },
    },
  },
  stops: 12,
}

const openAnnouncements = async (walk: Walk) => {
  await walk.page.goto('/admin/announcements')
  await main(walk).getByRole('button', { name: 'New announcement' }).waitFor()
}

const announcement = {
  id: '0193a000-0000-7000-8000-00000000abcd',
  createdAt: '2026-11-20T10:00:00.000Z',
  text: 'We move to a **larger machine** on Friday. See the [status page](https://status.example.test).',
  audience: 'everyone',
  startsAt: null,
  endsAt: '2026-11-22T10:00:00.000Z',
  isDismissible: true,
  isDraft: false,
}

const usualNotice = { text: 'This is AI. Everything characters say is fiction.', talkMinutes: 180, pauseMinutes: 30 }

const openControlRoom = async (walk: Walk, answer: object) => {
  await walk.answer('/api/admin/control-room', answer)
  await walk.page.goto('/admin/control-room')
}

const ownServer = {
  id: '0193a000-0000-7000-8000-00000000c0de',
  name: 'Our GPU server',
  provider: 'ollama',
  baseUrl: 'https://gpu.example.test',
  keyEnd: '7f3a',
  options: {},
  isOff: false,
  problem: null,
}
const configuredTier = {
  tier: 'basic',
  name: 'Toppy 7B',
  description: 'Quick and light, for everyday talk.',
  cost: 1,
  links: [{ connectionId: null, provider: 'local', model: 'local' }],
  contextTokens: 4_096,
  outputTokens: 400,
  sampling: { temperature: 0.8 },
  stop: [],
  sees: false,
  isConfigured: true,
  problem: null,
}
const controlRoom = (fields: object = {}) => ({
  json: {
    isOpen: true,
    providers: [
      {
        name: 'ollama',
        label: 'Ollama',
        baseUrl: 'http://127.0.0.1:11434',
        needsKey: false,
        options: [{ name: 'keepAlive', label: 'How long a model stays in memory', choices: ['5m', '30m'] }],
      },
    ],
    configured: ['local'],
    connections: [],
    tiers: [configuredTier],
    ...fields,
  },
})
const changedRoom = controlRoom({
  connections: [
    ownServer,
    { ...ownServer, id: `${ownServer.id.slice(0, -1)}f`, name: 'Rented', problem: 'It needs a key.' },
  ],
  tiers: [
    {
      ...configuredTier,
      isConfigured: false,
      links: [{ connectionId: ownServer.id, provider: '', model: 'llama3.2:3b' }],
    },
    {
      ...configuredTier,
      tier: 'ultra',
      name: 'MythoMax 13B',
      cost: 15,
      isConfigured: false,
      problem: 'Rented: It needs a key.',
    },
  ],
})

export const controlRoomScreen: Screen = {
  name: 'control-room',
  row: 'adminControlRoom',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/control-room')
        await walk.page.goto('/admin/control-room')
        await walk.page.getByText('Loading the control room').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await openControlRoom(walk, failure)
        await walk.page.getByRole('heading', { name: 'Couldn’t load the control room' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await openControlRoom(walk, controlRoom())
        await walk.page.getByRole('heading', { name: 'No connections yet' }).waitFor()
      },
    },
    locked: {
      bring: async (walk) => {
        await openControlRoom(walk, controlRoom({ isOpen: false }))
        await walk.page.getByText('Locked by the operator').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await openControlRoom(walk, changedRoom)
        await main(walk).getByText('Can’t be used').waitFor()
      },
    },
    'a connection': {
      bring: async (walk) => {
        await openControlRoom(walk, changedRoom)
        await button(walk, 'Edit Our GPU server').click()
        await walk.page.getByLabel('Base address').waitFor()
      },
    },
    'a tier': {
      bring: async (walk) => {
        await openControlRoom(walk, changedRoom)
        await button(walk, 'Edit tier basic').click()
        await walk.page.getByLabel('Context window').waitFor()
      },
    },
  },
  stops: 30,
}

export const announcements: Screen = {
  name: 'announcements',
  row: 'adminAnnouncements',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/announcements')
        await walk.page.goto('/admin/announcements')
        await walk.page.getByText('Loading announcements').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/announcements', failure)
        await walk.page.goto('/admin/announcements')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the announcements' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/admin/announcements', { json: [] })
        await openAnnouncements(walk)
        await walk.page.getByRole('heading', { name: 'No announcements yet' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/announcements', {
          json: { maintenance: 'Replies are back at nine.', announcements: [{ ...announcement }] },
        })
        await walk.answer('/api/admin/announcements', {
          json: [announcement, { ...announcement, id: `${announcement.id.slice(0, -1)}e`, isDraft: true }],
        })
        await openAnnouncements(walk)
        await walk.page.getByText('Replies are back at nine.').waitFor()
        await main(walk).getByText('Draft', { exact: true }).waitFor()
      },
    },
    noticeFailed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/announcements', { json: [] })
        await walk.answer('/api/admin/notice', failure)
        await openAnnouncements(walk)
        await walk.page.getByText('Couldn’t load the AI notice').waitFor()
      },
    },
    noticeWorded: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/admin/announcements', { json: [] })
        await walk.answer('/api/admin/notice', {
          json: { text: 'A program writes this.', talkMinutes: 60, pauseMinutes: 10, default: usualNotice },
        })
        await openAnnouncements(walk)
        await button(walk, 'Reset to the default').waitFor()
      },
    },
    writing: {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await button(walk, 'New announcement').click()
        const dialog = walk.page.getByRole('dialog')
        await dialog.getByRole('textbox', { name: 'Text' }).fill(announcement.text)
        await dialog.getByRole('region', { name: 'Preview' }).waitFor()
      },
    },
    deleting: {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await walk.answer('/api/admin/announcements', { json: [announcement] })
        await openAnnouncements(walk)
        await button(walk, 'Delete').click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
  },
  notices: {
    open: async (walk) => {
      await walk.answer('/api/admin/announcements', { json: [announcement] })
      await openAnnouncements(walk)
    },
    all: [
      {
        texts: ['Error', 'Failed to delete the announcement'],
        act: async (walk) => {
          await walk.answer(/\/api\/admin\/announcements\/[\w-]+/, failure)
          await button(walk, 'Delete').click()
          await walk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
        },
      },
      {
        texts: ['Error', 'Failed to save the announcement'],
        act: async (walk) => {
          await walk.answer(/\/api\/admin\/announcements\/[\w-]+/, failure)
          await button(walk, 'Edit').click()
          await walk.page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
          await on(walk.page).toasts.waitFor()
          await escape(walk)
        },
      },
    ],
  },
  stops: 15,
}

const pageText = 'All users of this site have to be kind to each other at all times.'
const sitePage = { name: 'terms', version: 1, publishedAt: '2026-11-20T10:00:00.000Z', text: pageText }

const openEditor = async (walk: Walk) => {
  await walk.answer('/api/pages/terms', { json: sitePage })
  await walk.page.goto('/admin/pages?page=terms')
  await main(walk).getByRole('textbox', { name: 'Text of the terms' }).fill(`${pageText} **Really.**`)
}

export const adminPages: Screen = {
  name: 'pages',
  row: 'adminPages',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/pages')
        await walk.page.goto('/admin/pages')
        await walk.page.getByText('Loading pages').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/pages', failure)
        await walk.page.goto('/admin/pages')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the pages' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/pages', { json: [] })
        await walk.page.goto('/admin/pages')
        await main(walk).getByText('Not written, so it isn’t linked').first().waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/pages', { json: [sitePage] })
        await walk.page.goto('/admin/pages')
        await main(walk)
          .getByText(/^Version 1, /)
          .waitFor()
      },
    },
    writing: { isWhole: true, bring: openEditor },
    publishing: {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await openEditor(walk)
        await button(walk, 'Publish').click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
  },
  notices: {
    open: async (walk) => {
      await walk.page.goto('/admin/pages')
    },
    all: [
      {
        texts: ['Error', 'Failed to publish the page'],
        act: async (walk) => {
          await openEditor(walk)
          await walk.answer('/api/admin/pages/terms', failure, 'PUT')
          await button(walk, 'Publish').click()
          await walk.page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
        },
      },
    ],
  },
  stops: 15,
}

const openCharacters = async (walk: Walk) => {
  await walk.page.goto('/admin/characters')
  await main(walk).getByRole('article').first().waitFor()
}

/** Expands a tool if it is collapsed, as on small screens. */
const unfold = async (walk: Walk, name: string) => {
  const tool = main(walk).getByRole('button', { name, exact: true })
  if ((await tool.isVisible()) && (await tool.getAttribute('aria-expanded')) === 'false') await tool.click()
}

const chooseFile = (walk: Walk, name: string, mimeType: string, content: unknown) =>
  main(walk)
    .getByLabel('JSON file with characters')
    .setInputFiles({ name, mimeType, buffer: Buffer.from(JSON.stringify(content)) })

const pickWenna = async (walk: Walk) => {
  await main(walk).getByRole('combobox', { name: 'Character' }).fill('Wenna Thorncroft')
  await main(walk)
    .getByRole('option', { name: /^Wenna Thorncroft/ })
    .click()
}

const imageUrl = (walk: Walk) => main(walk).getByRole('textbox', { name: 'Image URL' })
const prompt = (walk: Walk) => main(walk).getByRole('textbox', { name: 'AI prompt' })

/** Returns a real character, for faked responses to changes. */
const wenna = async ({ client }: Walk) => (await client.get('/api/admin/characters?q=Wenna')).body[0]

export const adminCharacters: Screen = {
  name: 'character management',
  row: 'adminCharacters',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/characters')
        await walk.page.goto('/admin/characters')
        await walk.page.getByText('Loading characters').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/characters', failure)
        await walk.page.goto('/admin/characters')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the characters' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/admin/characters', { json: [] })
        await walk.page.goto('/admin/characters')
        await walk.page.getByRole('heading', { name: 'No characters found' }).waitFor()
      },
    },
    done: { isWhole: true, bring: openCharacters },
    'entries refused': {
      bring: async (walk) => {
        await chooseFile(walk, 'people.json', 'application/json', [{ name: 'Nobody' }, 7])
        await main(walk).getByRole('list', { name: 'Refused entries' }).getByRole('listitem').nth(1).waitFor()
        await walk.page.setViewportSize({ width: 360, height: 740 })
        await unfold(walk, 'Import characters')
        await unfold(walk, 'Character images')
        await walk.page.setViewportSize({ width: 1440, height: 900 })
      },
    },
    'deleting a character': {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await main(walk)
          .getByRole('button', { name: /^Delete / })
          .first()
          .click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
    'another image': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await escape(walk)
        await main(walk)
          .getByRole('button', { name: /^Change the image of / })
          .first()
          .click()
        await walk.page.getByRole('dialog').getByRole('textbox', { name: 'Image URL' }).fill('nowhere')
        await walk.page
          .getByRole('dialog')
          .getByText(/^Enter an http or https URL/)
          .waitFor()
      },
    },
    'another first message': {
      isWhole: true,
      bring: async (walk) => {
        await escape(walk)
        await main(walk)
          .getByRole('button', { name: /^Edit the first message of / })
          .first()
          .click()
        await walk.page.getByRole('region', { name: 'Preview' }).waitFor()
      },
    },
  },
  notices: {
    open: async (walk) => {
      await openCharacters(walk)
      await unfold(walk, 'Import characters')
      await unfold(walk, 'Character images')
    },
    all: [
      {
        texts: ['Invalid File', 'Please select a JSON file'],
        act: (walk) => chooseFile(walk, 'people.csv', 'text/csv', 'a,b'),
      },
      {
        texts: ['Import Failed', 'Failed to import characters'],
        act: async (walk) => {
          await walk.answer('/api/admin/import-characters', failure)
          await chooseFile(walk, 'people.json', 'application/json', [])
        },
      },
      {
        texts: ['Import Successful', 'Successfully imported 0 out of 8 characters'],
        act: (walk) => button(walk, 'Quick import 8 characters').click(),
      },
      {
        texts: ['Error', 'Please select a character and enter an image URL'],
        act: (walk) => button(walk, 'Update image').click(),
      },
      {
        texts: ['Error', 'Please select a character and enter an AI prompt'],
        act: async (walk) => {
          // The focused field shows its suggestions over the content below.
          await walk.page.keyboard.press('Escape')
          await button(walk, 'Generate image').click()
        },
      },
      {
        texts: ['Update Failed', 'Failed to update character image'],
        act: async (walk) => {
          await pickWenna(walk)
          await walk.answer(/\/api\/admin\/characters\/[\w-]+\/image/, failure)
          await imageUrl(walk).fill('/pictures/builtin/noor-avatar.webp')
          await button(walk, 'Update image').click()
        },
      },
      {
        texts: ['Image Updated'],
        act: async (walk) => {
          await walk.answer(/\/api\/admin\/characters\/[\w-]+\/image/, { json: await wenna(walk) })
          await button(walk, 'Update image').click()
        },
      },
      {
        texts: ['Generation Failed', 'Failed to generate image'],
        act: async (walk) => {
          await walk.answer('/api/admin/generate-character-image', failure)
          await prompt(walk).fill('A lighthouse in the rain')
          await button(walk, 'Generate image').click()
        },
      },
      {
        texts: ['Image Generated'],
        act: async (walk) => {
          const character = await wenna(walk)
          await walk.answer('/api/admin/generate-character-image', { json: { character, imageUrl: character.avatar } })
          await button(walk, 'Generate image').click()
        },
      },
      {
        texts: ['Error', 'Failed to delete character'],
        act: async (walk) => {
          await walk.answer(/\/api\/admin\/characters\/[\w-]+/, failure, 'DELETE')
          await main(walk)
            .getByRole('button', { name: /^Delete / })
            .first()
            .click()
          await walk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
        },
      },
      {
        texts: ['Error', 'Failed to update first message'],
        act: async (walk) => {
          await walk.page.getByRole('alertdialog').waitFor({ state: 'detached' })
          await walk.answer(/\/api\/admin\/characters\/[\w-]+\/first-message/, failure)
          await main(walk)
            .getByRole('button', { name: /^Edit the first message of / })
            .first()
            .click()
          await walk.page.getByRole('textbox', { name: 'First message' }).fill('Good evening.')
          await button(walk, 'Save first message').click()
          await on(walk.page).toasts.waitFor()
          await button(walk, 'Cancel').click()
          await walk.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
        },
      },
    ],
  },
  stops: 40,
}

const person = { id: 'x', name: 'Ann', email: 'a-person-with-a-very-long-address@a-very-long-domain.example.test' }

export const signUp: Screen = {
  name: 'sign-up',
  row: 'adminSignUp',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        for (const call of ['sign-up', 'invitations', 'waiting-list']) await walk.hold(`/api/admin/${call}`)
        await walk.page.goto('/admin/sign-up')
        await walk.page.getByText('Loading the waiting list').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        for (const call of ['sign-up', 'invitations', 'waiting-list']) await walk.answer(`/api/admin/${call}`, failure)
        await walk.page.goto('/admin/sign-up')
        for (const what of ['rules of sign-up', 'invitations', 'waiting list'])
          await main(walk).getByText(`Couldn’t load the ${what}`).waitFor()
      },
    },
    empty: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/admin/invitations', { json: [] })
        await walk.page.goto('/admin/sign-up')
        await main(walk).getByText('No invitations yet.').waitFor()
        await main(walk).getByText('No one is waiting.').waitFor()
        await main(walk).getByLabel('Invitations for each user').fill('101')
        await main(walk).getByText('Enter a whole number from 0 to 100.').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        const invitation = {
          id: 'x',
          note: 'For everyone on the crew',
          role: 'support',
          rubies: 50,
          uses: 100,
          used: 2,
          createdAt: '2026-01-02T03:04:05.000Z',
          expiresAt: '2126-01-02T03:04:05.000Z',
          isOpen: true,
          inviter: person,
          guests: [person, { ...person, id: 'y', name: '' }],
        }
        await walk.answer('/api/admin/invitations', { json: [invitation] })
        const waiting = [{ id: 'x', email: person.email, createdAt: invitation.createdAt }]
        await walk.answer('/api/admin/waiting-list', { json: waiting })
        await walk.page.goto('/admin/sign-up')
        await main(walk)
          .getByText(/^Brought /)
          .waitFor()
        await main(walk)
          .getByRole('link', { name: `Invite ${person.email}` })
          .waitFor()
      },
    },
    revoking: {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await main(walk)
          .getByRole('button', { name: /^Revoke the invitation of / })
          .click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
  },
  stops: 25,
}
