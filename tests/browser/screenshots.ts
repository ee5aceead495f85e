/**
 * Every screen in its states, at three widths, in dark and in light, to be looked at. Nothing is asserted.
 *
 *     node --import=@poppinss/ts-exec tests/browser/screenshots.ts FOLDER
 *
 * with Node 24, after a build, and DATABASE_URL naming a PostgreSQL to make databases in.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Page } from 'playwright-core'
import { Client } from '#tests/support/client'
import { asking, dropDatabases } from '#tests/support/databases'
import { startServer, stopServers } from '#tests/support/server'
import { chooseModel, on, picturesLoaded, say, settled } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

const folder = process.argv[2] ?? 'screenshots'
mkdirSync(folder, { recursive: true })

const windows = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
]

type Shoot = (page: Page, name: string) => Promise<unknown>

const shootStrangers = async (page: Page, shoot: Shoot) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Chatting' }).waitFor()
  await page.waitForLoadState('networkidle')
  await shoot(page, 'landing')
  await page.goto('/api/login')
  await page.waitForLoadState('networkidle')
  await shoot(page, 'sign-in')
  const form = page.locator('form').first()
  await form.getByLabel('E-mail').fill('robin@example.test')
  await form.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await shoot(page, 'sign-in-refused')
  await page.goto('/api/login/oidc/callback')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'sign-in-not-begun')
}

const shootGallery = async (page: Page, shoot: Shoot) => {
  const { cards, card, modal } = on(page)
  await page.goto('/')
  await cards.first().waitFor()
  await picturesLoaded(cards)
  await page.evaluate('scrollTo(0, 0)')
  await shoot(page, 'gallery')
  await page.getByLabel('Search the gallery').fill('nobody is called this')
  await page.getByText('No characters').waitFor()
  await shoot(page, 'gallery-empty')
  await page.goto('/')
  await card('Wenna Thorncroft').click()
  await modal.getByText(/^No previous/).waitFor()
  await shoot(page, 'modal-new')
}

const shootChat = async (page: Page, shoot: Shoot) => {
  const { card, modal, composer, model, cursor, toasts } = on(page)
  await modal.getByRole('button', { name: 'Start New Chat' }).click()
  await composer.waitFor()
  await page.getByRole('region', { name: 'Scenario' }).waitFor()
  await shoot(page, 'chat-new')
  await model.click()
  await page.getByRole('option').first().waitFor()
  await shoot(page, 'models')
  await page.keyboard.press('Escape')
  await chooseModel(page, 'Toppy 7B')
  for (const text of [
    'I came in from the rain. Is there a room left?',
    '*shakes off the coat* What is that smell from the kitchen?',
  ]) {
    await say(page, text)
    await cursor.waitFor()
    await settled(page)
  }
  await page.mouse.move(0, 0)
  await shoot(page, 'chat')
  await say(page, 'Tell me about yourself.')
  await cursor.waitFor()
  await page.waitForTimeout(400)
  await shoot(page, 'chat-writing')
  await settled(page)
  await page.goto('/memory')
  await page.getByRole('link', { name: /^Continue/ }).waitFor()
  await shoot(page, 'recent-chats')
  await page.goto('/ruby-shop')
  await on(page).pack(6_000).waitFor()
  await shoot(page, 'shop')
  await page.goto('/ruby-shop?tab=history')
  await on(page).transactions.first().waitFor()
  await shoot(page, 'history')
  await page.goto('/notifications')
  await page.getByRole('heading', { name: 'Notifications' }).waitFor()
  await shoot(page, 'notifications')
  await page.goto('/')
  await card('Wenna Thorncroft').click()
  await modal.getByRole('button', { name: /^Continue Chat/ }).waitFor()
  await shoot(page, 'modal')
  await modal.getByRole('button', { name: /^Delete chat/ }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot(page, 'question')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await toasts.waitFor()
  await shoot(page, 'toast')
  await page.goto('/nothing')
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  await shoot(page, 'not-found')
}

const shootAccount = async (page: Page, shoot: Shoot) => {
  const main = page.getByRole('main')
  await page.goto('/settings')
  await main.getByRole('textbox', { name: /^First name/ }).waitFor()
  await shoot(page, 'settings')
  await main.getByRole('button', { name: 'Export' }).click()
  await main.getByText('Your file is ready').waitFor()
  await main.getByRole('button', { name: 'Delete account' }).scrollIntoViewIfNeeded()
  await shoot(page, 'settings-data')
  await main.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('Please give your current password.').waitFor()
  await shoot(page, 'settings-leaving')
  await page.goto('/settings?linked=oidc&outcome=taken')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'settings-linked')
  await page.getByRole('tab', { name: 'Username' }).click()
  await main.getByRole('textbox', { name: 'Username' }).fill('admin')
  await main.getByText('This username is already taken').waitFor()
  await shoot(page, 'username-taken')
  await page.getByRole('tab', { name: 'Persona' }).click()
  await main.getByRole('textbox', { name: 'Name', exact: true }).fill('Captain Ada Reed')
  await main.getByRole('textbox', { name: 'Background' }).fill('Forty years at sea.')
  await shoot(page, 'persona')
  await main.getByRole('button', { name: 'Discard' }).click()
  await page.goto('/profile')
  await main.getByRole('heading', { level: 1 }).waitFor()
  await shoot(page, 'profile')
}

/** Writes a character, and looks at it as its author. */
const shootAuthoring = async (page: Page, shoot: Shoot) => {
  const main = page.getByRole('main')
  const create = main.getByRole('button', { name: 'Create Character', exact: true })
  await page.goto('/create-character')
  await page.getByRole('button', { name: 'Show All' }).waitFor()
  await shoot(page, 'create')
  await create.click()
  await page.getByText('Write a name.').waitFor()
  await shoot(page, 'create-refused')
  for (const [name, text] of Object.entries(ownTexts)) await main.getByRole('textbox', { name, exact: true }).fill(text)
  await main.getByLabel('Choose avatar').setInputFiles(portrait)
  await page.getByRole('button', { name: 'Replace avatar' }).waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await shoot(page, 'create-filled')
  await create.click()
  await main.getByRole('heading', { level: 1, name: ownTexts.Name }).waitFor()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('I asked for the way and stayed for the story.')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.getByText('Just now').waitFor()
  await shoot(page, 'comments')
  await page.evaluate('scrollTo(0, 0)')
  await shoot(page, 'character-own')
  await page.goto(`/?q=${encodeURIComponent(ownTexts.Name)}`)
  await on(page).card(ownTexts.Name).first().focus()
  await shoot(page, 'gallery-own')
}

/** Has pictures painted, one in each shape. */
const shootGenerator = async (page: Page, shoot: Shoot) => {
  const generate = page.getByRole('button', { name: 'Generate Image' })
  await page.goto('/ai-image-generator')
  await page.getByText('No pictures yet').waitFor()
  await shoot(page, 'generator')
  for (const [quick, shape] of [
    ['Mountain lake', 'Landscape'],
    ['Lighthouse keeper', 'Portrait'],
    ['City at night', 'Square'],
  ] as const) {
    await page.getByRole('button', { name: quick }).click()
    await page.getByRole('combobox', { name: 'Shape' }).selectOption({ label: shape })
    await generate.click()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
  }
  await page
    .getByRole('button', { name: /^Select: / })
    .first()
    .click()
  await page.waitForTimeout(400)
  await shoot(page, 'generator-pictures')
}

const ownTexts = {
  Name: 'Salome Quist',
  Description: 'Keeps the last map shop in town, and sells nothing that she has not walked herself.',
  Backstory: 'Salome walked every street of the harbour before she drew it.',
  Personality: 'Patient, exact, and quietly funny.',
}
const portrait = join(import.meta.dirname, '../../modules/gallery/builtin/art/painted/noor-avatar.webp')

/** A character of somebody else's, and a second answer of theirs. */
const shootReading = async (page: Page, shoot: Shoot) => {
  const { card, modal, composer } = on(page)
  await page.goto('/')
  await card('Wenna Thorncroft').click()
  await modal.getByRole('link', { name: 'View profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wenna Thorncroft' }).waitFor()
  await page.waitForTimeout(400)
  await shoot(page, 'character')
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await composer.waitFor()
  await chooseModel(page, 'Toppy 7B')
  await say(page, 'Who else is staying the night?')
  await settled(page)
  await page.getByRole('button', { name: /^Reroll/ }).click()
  await page.getByText('Answer 2/2').waitFor()
  await settled(page)
  await shoot(page, 'answers')
  await page.getByRole('button', { name: /^Context \d+% full/ }).click()
  await page.getByRole('dialog', { name: 'What the model sees' }).getByText('History').waitFor()
  await page.waitForTimeout(400)
  await shoot(page, 'context')
}

/** Whoever looks is an admin now. */
const shootAdminCharacters = async (page: Page, shoot: Shoot) => {
  const main = page.getByRole('main')
  await page.goto('/admin/characters')
  await main.getByRole('article').first().waitFor()
  await page.waitForTimeout(400)
  await shoot(page, 'admin-characters')
  const people = Buffer.from(JSON.stringify([{ ...ownTexts, name: 'Salome' }, { name: 'Nobody' }, 7]))
  await main
    .getByLabel('JSON file with characters')
    .setInputFiles({ name: 'people.json', mimeType: 'application/json', buffer: people })
  await page.getByText('0 out of 3').first().waitFor()
  const tool = main.getByRole('button', { name: 'Import characters', exact: true })
  if (await tool.isVisible()) await tool.click()
  await main.getByRole('list', { name: 'Refused entries' }).scrollIntoViewIfNeeded()
  await shoot(page, 'admin-import')
  await main.getByRole('button', { name: 'Edit the first message of Wenna Thorncroft' }).click()
  await page.getByRole('textbox', { name: 'First message' }).waitFor()
  await shoot(page, 'admin-first-message')
}

/** What admins have, after they did something. */
const shootAdmin = async (page: Page, shoot: Shoot) => {
  const main = page.getByRole('main')
  await page.goto('/settings?tab=admin')
  const adjust = main.getByRole('button', { name: 'Adjust rubies of Robin Ferris' }).first()
  await adjust.waitFor()
  await main.getByText('Rubies out').waitFor()
  await shoot(page, 'admin')
  await main.getByRole('combobox', { name: 'User' }).click()
  await main.getByRole('option').first().waitFor()
  await shoot(page, 'admin-picker')
  await adjust.click()
  await page.keyboard.type('120')
  await shoot(page, 'admin-rubies')
  await main.getByRole('button', { name: 'Grant 120 rubies' }).click()
  await on(page).toasts.waitFor()
  await main.getByRole('searchbox', { name: 'Search users' }).scrollIntoViewIfNeeded()
  await shoot(page, 'admin-users')
  await page.goto('/admin')
  await main.getByRole('figure', { name: 'Replies' }).waitFor()
  await shoot(page, 'dashboard')
  await page.goto('/admin?period=week')
  await main.getByRole('figure', { name: 'Rubies in and out' }).getByRole('slider').focus()
  await shoot(page, 'dashboard-week')
  await page.goto('/admin/audit')
  await main.getByRole('heading', { level: 3 }).first().waitFor()
  await shoot(page, 'audit-log')
}

// Nobody is asked there: its button is all that is seen.
const server = await startServer({
  env: { OIDC_ISSUER: 'https://people.example', OIDC_CLIENT_ID: 'facet', OIDC_NAME: 'Example' },
})
for (const colorScheme of ['dark', 'light'] as const)
  for (const { width, height } of windows) {
    const shoot: Shoot = (page, name) => page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
    const stranger = await Visitor.open({ url: server.url, width, height, colorScheme })
    await shootStrangers(stranger.page, shoot)
    await stranger.context.close()
    const client = await new Client(server.url).register({ firstName: 'Robin', lastName: 'Ferris' })
    const visitor = await Visitor.open({ url: server.url, width, height, colorScheme, as: client })
    await shootGallery(visitor.page, shoot)
    await shootChat(visitor.page, shoot)
    await shootAccount(visitor.page, shoot)
    await shootReading(visitor.page, shoot)
    await shootAuthoring(visitor.page, shoot)
    await shootGenerator(visitor.page, shoot)
    await asking(server.databaseUrl)('UPDATE users SET is_admin = true WHERE id = $1', [client.user.id])
    await shootAdminCharacters(visitor.page, shoot)
    await shootAdmin(visitor.page, shoot)
    await visitor.context.close()
  }
await stopServers()
await dropDatabases()
process.exit(0)
