import { failure, signedOut, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const main = ({ page }: Walk) => page.getByRole('main')
const tab = ({ page }: Walk, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const text = (walk: Walk, name: string) => main(walk).getByRole('textbox', { name: new RegExp(`^${name}`) })
const button = (walk: Walk, name: string) => main(walk).getByRole('button', { name, exact: true })
const adult = (walk: Walk) => main(walk).getByRole('switch', { name: /^Limitless content/ })

const open = async (walk: Walk) => {
  await walk.page.goto('/settings')
  await text(walk, 'First name').waitFor()
}

const fillPasswords = async (walk: Walk, wanted: string, again: string) => {
  await main(walk).getByLabel('Current password').fill('correct horse')
  await main(walk).getByLabel('New password', { exact: true }).fill(wanted)
  await main(walk).getByLabel('Confirm new password').fill(again)
  await button(walk, 'Change password').click()
}

const expectNameMessage = async (walk: Walk, name: string, message: string) => {
  await text(walk, 'Username').fill(name)
  await main(walk).getByText(message).waitFor()
}

export const settings: Screen = {
  name: 'settings',
  row: 'settings',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/user/settings')
        await walk.page.goto('/settings')
        await walk.page.getByText('Loading settings').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/user/settings', failure)
        await walk.page.goto('/settings')
        await walk.page.getByRole('heading', { name: 'Couldn’t load your settings' }).waitFor()
      },
    },
    done: { isWhole: true, bring: open },
    mistakes: {
      isWhole: true,
      bring: async (walk) => {
        await text(walk, 'First name').fill('R'.repeat(81))
        await text(walk, 'E-mail').fill('visitor-with-a-very-long-address-indeed')
        await button(walk, 'Save changes').click()
        await main(walk).getByText('This isn’t an e-mail address.').waitFor()
      },
    },
    'a public profile': {
      isWhole: true,
      bring: async (walk) => {
        await tab(walk, 'Username').click()
        const profile = main(walk).getByRole('region', { name: 'Public profile' })
        await profile.getByRole('textbox', { name: 'About you' }).fill('A'.repeat(120))
        for (const link of ['https://example.test/ines', 'http://example.test/']) {
          await profile.getByRole('button', { name: 'Add a link' }).click()
          await profile.getByRole('textbox', { name: /^Link/ }).last().fill(link)
        }
        await profile.getByText('A link begins with https://').waitFor()
      },
    },
    'a taken name': {
      isWhole: true,
      bring: async (walk) => {
        await tab(walk, 'Username').click()
        await expectNameMessage(walk, 'admin', 'This username is already taken')
      },
    },
    'a name being checked': {
      bring: async (walk) => {
        await walk.hold(/\/api\/user\/username\/check\/[\w-]+/)
        await expectNameMessage(walk, `free_${process.pid}`, 'Checking')
      },
    },
    'a short name': {
      bring: (walk) => expectNameMessage(walk, 'ab', 'Username must be at least 3 characters long'),
    },
    'a name with forbidden characters': {
      bring: (walk) =>
        expectNameMessage(walk, 'no spaces', 'Username can only contain letters, numbers, underscores, and hyphens'),
    },
    'a free name': {
      isWhole: true,
      bring: (walk) => expectNameMessage(walk, `free_as_well_${process.pid}`, 'Username is available!'),
    },
    persona: {
      isWhole: true,
      bring: async (walk) => {
        await tab(walk, 'Persona').click()
        await text(walk, 'Name').fill('Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2).slice(0, 80))
        await text(walk, 'Description').fill('x'.repeat(300))
        await text(walk, 'Background').fill('One line.\n'.repeat(60))
      },
    },
    leaving: {
      popup: '[role=alertdialog]',
      bring: async ({ page }) => {
        await page.getByRole('link', { name: 'Recent Chats' }).first().click()
        await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
      },
    },
  },
  without: { empty: 'There are always settings.' },
  notices: {
    open,
    all: [
      {
        texts: ['Error', 'Failed to update settings'],
        act: async (walk) => {
          await walk.answer('/api/user/settings', failure, 'PUT')
          await text(walk, 'Last name').fill('Ferris')
          await button(walk, 'Save changes').click()
        },
      },
      {
        texts: ['Settings Updated'],
        act: async (walk) => {
          await text(walk, 'Last name').fill(`Ferris ${walk.toasts.length}`)
          await button(walk, 'Save changes').click()
        },
      },
      {
        texts: ['Error', 'Failed to update username'],
        act: async (walk) => {
          await tab(walk, 'Username').click()
          await expectNameMessage(walk, `free_${process.pid}`, 'Username is available!')
          await walk.answer('/api/user/username', failure)
          await button(walk, 'Save username').click()
        },
      },
      {
        texts: ['You are logged out. Logging in again...'],
        act: async (walk) => {
          await walk.answer('/api/user/username', signedOut)
          await walk.expectSignInRedirect(() => button(walk, 'Save username').click())
        },
      },
    ],
  },
  stops: 25,
}

const asInSettings = {
  loading: 'Like the settings.',
  failed: 'Like the settings.',
  empty: 'There are always settings.',
}

const openSecurity = async (walk: Walk) => {
  await walk.page.goto('/settings/security')
  await main(walk).getByLabel('Current password').waitFor()
}

export const settingsSecurity: Screen = {
  name: 'settings, security',
  row: 'settingsSecurity',
  who: 'member',
  states: {
    done: { isWhole: true, bring: openSecurity },
    mistakes: {
      isWhole: true,
      bring: async (walk) => {
        await fillPasswords(walk, 'short', 'other')
        await main(walk).getByText('Password must be at least 8 characters long').waitFor()
        await main(walk).getByText("New passwords don't match").waitFor()
      },
    },
    'linked providers': {
      bring: async (walk) => {
        await walk.page.goto('/memory')
        const signIns = [
          { provider: 'discord', name: 'Discord', linkedAt: new Date().toISOString() },
          { provider: 'oidc', name: 'Example', linkedAt: null },
        ]
        await walk.change<object>('/api/user/settings', (settings) => ({ ...settings, signIns }))
        await walk.page.goto('/settings/security?linked=oidc&outcome=taken')
        await main(walk).getByRole('region', { name: 'Other ways to sign in' }).waitFor()
      },
    },
  },
  without: asInSettings,
  notices: {
    open: openSecurity,
    all: [
      {
        texts: ['Error', 'Failed to change password'],
        act: async (walk) => {
          await walk.answer('/api/user/password', failure)
          await fillPasswords(walk, 'another horse', 'another horse')
        },
      },
      {
        texts: ['Password Changed'],
        act: async (walk) => {
          await walk.answer('/api/user/password', { json: { message: 'Changed.' } })
          await fillPasswords(walk, 'another horse', 'another horse')
        },
      },
    ],
  },
  stops: 25,
}

export const settingsContent: Screen = {
  name: 'settings, content and replies',
  row: 'settingsContent',
  who: 'member',
  states: {
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/settings/content')
        await adult(walk).waitFor()
      },
    },
    'numbers for how replies are written': {
      isWhole: true,
      bring: async (walk) => {
        const style = main(walk).getByRole('region', { name: 'Creativity' })
        await style.getByText('Custom', { exact: true }).click()
        await style.getByRole('textbox', { name: 'Temperature' }).fill('3')
        await style.getByText('A number from 0 to 2.').waitFor()
      },
    },
    'limitless content': {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await adult(walk).click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
  },
  without: asInSettings,
  stops: 25,
}

export const settingsData: Screen = {
  name: 'settings, data',
  row: 'settingsData',
  who: 'member',
  states: {
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/settings/data')
        await button(walk, 'Delete account').waitFor()
      },
    },
    'deleting the account': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await button(walk, 'Delete account').click()
        const dialog = walk.page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Delete account' }).click()
        await dialog.getByText('Enter your current password.').waitFor()
      },
    },
  },
  without: asInSettings,
  stops: 25,
}

export const settingsNotifications: Screen = {
  name: 'settings, notifications',
  row: 'settingsNotifications',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/notifications/settings')
        await walk.page.goto('/settings/notifications')
        await main(walk).getByText('Loading settings').first().waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/notifications/settings', failure)
        await walk.page.goto('/settings/notifications')
        await main(walk).getByText('Couldn’t load your notification settings').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/settings/notifications')
        await main(walk).getByRole('checkbox', { name: 'Comments: Push', exact: true }).waitFor()
      },
    },
  },
  without: { empty: 'It shows all kinds.' },
  stops: 55,
}

const lists = /\/api\/characters\?(mine|liked)=true&.*/

export const profile: Screen = {
  name: 'profile',
  row: 'profile',
  who: 'member',
  prepare: async ({ client, stage }) => {
    for (const id of stage.characterIds.slice(0, 4)) await client.post(`/api/characters/${id}/like`)
  },
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold(lists)
        await walk.page.goto('/profile')
        await walk.page.getByText('Loading characters').first().waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(lists, failure)
        await walk.page.goto('/profile')
        await main(walk).getByText('Couldn’t load the characters').first().waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer(lists, { status: 200, json: [] })
        await walk.page.goto('/profile')
        await main(walk).getByText('No likes yet').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/profile')
        await main(walk).getByRole('region', { name: 'Liked characters' }).getByRole('article').first().waitFor()
      },
    },
    'long names': {
      bring: async (walk) => {
        await walk.change<object>('/api/auth/user', (user) => ({
          ...user,
          firstName: 'Donaudampfschifffahrtselektrizität'.repeat(2),
          lastName: 'W'.repeat(80),
          username: 'w'.repeat(30),
          email: `${'very-long-'.repeat(6)}@example.test`,
        }))
        await walk.page.goto('/profile')
        await main(walk).getByRole('heading', { level: 1 }).waitFor()
      },
    },
  },
  stops: 20,
}

export const library: Screen = {
  name: 'library',
  row: 'library',
  who: 'member',
  states: {
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/library')
        await main(walk).getByRole('heading', { level: 1, name: 'Library' }).waitFor()
      },
    },
  },
  without: { loading: 'It makes no call.', empty: 'It shows five links.', failed: 'It makes no call.' },
  stops: 20,
}

export const notifications: Screen = {
  name: 'notifications',
  row: 'notifications',
  who: 'member',
  states: {
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/notifications')
        await main(walk).getByText('Welcome').waitFor()
      },
    },
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/notifications')
        await walk.page.goto('/notifications')
        await main(walk).getByText('Loading notifications').waitFor({ state: 'attached' })
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/notifications', { status: 200, json: [] })
        await walk.page.goto('/notifications')
        await main(walk).getByText('No Notifications Yet').waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/notifications', failure)
        await walk.answer('/api/statements', failure)
        await walk.page.goto('/notifications')
        await main(walk).getByText('Couldn’t load your notifications').waitFor()
        await main(walk).getByText('Couldn’t load decisions about your content').waitFor()
      },
    },
  },
  stops: 20,
}

const invitations = '/api/invitations'
const openInvitations = async (walk: Walk) => {
  await walk.page.goto('/settings/invitations')
  await button(walk, 'New invitation').waitFor()
}

const listed = {
  id: 'x',
  note: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4),
  role: 'creator',
  rubies: 1_000,
  uses: 100,
  used: 99,
  createdAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2126-01-02T03:04:05.000Z',
  isOpen: true,
}

export const settingsInvitations: Screen = {
  name: 'settings, invitations',
  row: 'settingsInvitations',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold(invitations)
        await walk.page.goto('/settings/invitations')
        await walk.page.getByText('Loading your invitations').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(invitations, failure)
        await walk.page.goto('/settings/invitations')
        await main(walk).getByRole('heading', { name: 'Couldn’t load your invitations' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await openInvitations(walk)
        await main(walk).getByRole('heading', { name: 'No invitations yet' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer(invitations, {
          json: { invitations: [listed, { ...listed, id: 'y', isOpen: false }], left: 3 },
        })
        await openInvitations(walk)
        await main(walk).getByText('99 of 100 used').first().waitFor()
      },
    },
    'a new one': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.answer(invitations, { json: { invitations: [], left: 3 } })
        await openInvitations(walk)
        await button(walk, 'New invitation').click()
        await walk.page.getByLabel('People').fill('4')
        await walk.page.getByRole('button', { name: 'Create link' }).click()
        await walk.page.getByText('Enter a whole number from 1 to 3.').waitFor()
      },
    },
    'its link': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        const link = `https://facet.example/api/login?mode=register&invitation=${'x'.repeat(22)}`
        await walk.answer(invitations, { status: 201, json: { invitation: listed, link } }, 'POST')
        await walk.page.getByLabel('People').fill('1')
        await walk.page.getByRole('button', { name: 'Create link' }).click()
        await walk.page.getByRole('button', { name: 'Copy link' }).waitFor()
      },
    },
  },
  stops: 15,
}

const tokens = '/api/tokens'
const openTokens = async (walk: Walk) => {
  await walk.page.goto('/settings/tokens')
  await button(walk, 'New token').waitFor()
}
const token = {
  id: 'x',
  name: 'Donaudampfschifffahrtsgesellschaftskapitän'.slice(0, 40),
  scopes: ['read', 'chats', 'characters'],
  createdAt: '2026-01-02T03:04:05.000Z',
  lastUsedAt: '2026-02-03T03:04:05.000Z',
  expiresAt: '2126-01-02T03:04:05.000Z',
}

export const settingsTokens: Screen = {
  name: 'settings, tokens',
  row: 'settingsTokens',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold(tokens)
        await walk.page.goto('/settings/tokens')
        await walk.page.getByText('Loading your tokens').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(tokens, failure)
        await walk.page.goto('/settings/tokens')
        await main(walk).getByRole('heading', { name: 'Couldn’t load your tokens' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await openTokens(walk)
        await main(walk).getByRole('heading', { name: 'No tokens yet' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        const expired = { ...token, id: 'y', scopes: ['read'], lastUsedAt: null, expiresAt: token.createdAt }
        await walk.answer(tokens, { json: [token, expired, { ...token, id: 'z', expiresAt: null }] })
        await openTokens(walk)
        await main(walk).getByText('Never used').waitFor()
      },
    },
    'a new one': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await openTokens(walk)
        await button(walk, 'New token').click()
        await walk.page.getByRole('checkbox', { name: /^Read/ }).uncheck()
        await walk.page.getByRole('button', { name: 'Create token' }).click()
        await walk.page.getByText('Give the token a name.').waitFor()
      },
    },
    'its value': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.answer(tokens, { status: 201, json: { token, value: `fct_${'x'.repeat(120)}` } }, 'POST')
        await walk.page.getByLabel('Name').fill('Script')
        await walk.page.getByRole('checkbox', { name: /^Read/ }).check()
        await walk.page.getByRole('button', { name: 'Create token' }).click()
        await walk.page.getByRole('button', { name: 'Copy token' }).waitFor()
      },
    },
  },
  stops: 15,
}

const webhooks = '/api/outgoing-webhooks'
const openWebhooks = async (walk: Walk) => {
  await walk.page.goto('/settings/webhooks')
  await button(walk, 'New webhook').waitFor()
}
const webhook = {
  id: 'x',
  url: `https://events.example/${'x'.repeat(120)}`,
  events: ['reply.finished', 'chat.created', 'character.published', 'comment.created', 'payment.completed'],
  ofInstance: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  failingSince: null,
  offBecause: null,
}
const delivery = {
  id: 'x',
  type: 'reply.finished',
  createdAt: '2026-01-02T03:04:05.000Z',
  state: 'delivered',
  attempts: 1,
  triedAt: '2026-01-02T03:04:06.000Z',
  status: 200,
  problem: null,
}

export const settingsWebhooks: Screen = {
  name: 'settings, webhooks',
  row: 'settingsWebhooks',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold(webhooks)
        await walk.page.goto('/settings/webhooks')
        await walk.page.getByText('Loading your webhooks').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(webhooks, failure)
        await walk.page.goto('/settings/webhooks')
        await main(walk).getByRole('heading', { name: 'Couldn’t load your webhooks' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await openWebhooks(walk)
        await main(walk).getByRole('heading', { name: 'No webhooks yet' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        const failing = { ...webhook, id: 'y', url: 'https://b.example/', failingSince: webhook.createdAt }
        const off = { ...webhook, id: 'z', url: 'https://c.example/', ofInstance: true, offBecause: 'failing' }
        await walk.answer(webhooks, { json: [webhook, failing, off] })
        await openWebhooks(walk)
        await main(walk).getByText('All users').waitFor()
      },
    },
    'its events': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        const failed = { ...delivery, id: 'y', state: 'failed', attempts: 11, status: null, problem: 'unreachable' }
        await walk.answer(webhooks, { json: [webhook] })
        await walk.answer(`${webhooks}/x/deliveries`, {
          json: [delivery, failed, { ...delivery, id: 'z', state: 'waiting', attempts: 2, status: 500 }],
        })
        await openWebhooks(walk)
        await button(walk, 'Events').click()
        await walk.page.getByText('the server couldn’t be reached').waitFor()
      },
    },
    'a new one': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await openWebhooks(walk)
        await button(walk, 'New webhook').click()
        await walk.page.getByLabel('Address').fill('')
        await walk.page.getByRole('button', { name: 'Create webhook' }).click()
        await walk.page.getByText('Enter an address.').waitFor()
      },
    },
  },
  stops: 15,
}
