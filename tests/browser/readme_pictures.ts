/**
 * Takes the screenshots of the README, on a separate server with the local model and image provider.
 *
 *     node apps/launcher/with_database.mjs --unsafe-fast -- node --import=@poppinss/ts-exec tests/browser/readme_pictures.ts [FOLDER]
 *
 * Run it with Node 24 after a build. The figures of the dashboard are invented.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { turnOn } from '#modules/accounts/tests/second_factor_support'
import { paths, type Dashboard } from '#modules/admin/api'
import { Client } from '#tests/support/client'
import { connect, dropDatabases } from '#tests/support/databases'
import { startServer, stopServers } from '#tests/support/server'
import { framesLater } from './support/look.ts'
import { chooseModel, on, openNewChat, picturesDrawn, say, settled } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, '../../docs/screenshots')
mkdirSync(folder, { recursive: true })

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }
const ferrywoman = 'Wenna Thorncroft'

const server = await startServer()
const db = await connect(server.databaseUrl)

const register = () => new Client(server.url).register({ firstName: 'Robin', lastName: 'Ferris' })

/** Opens a page. `picture` takes a screenshot once everything is drawn. */
const open = async (options: { as?: Client; width: number; height: number; colorScheme: 'dark' | 'light' }) => {
  const { page, context } = await Visitor.open({ url: server.url, ...options })
  const picture = async (name?: string) => {
    await picturesDrawn(page)
    await page.evaluate('document.fonts.ready.then(() => {})')
    await page.evaluate(framesLater)
    const png = await page.screenshot()
    if (name) await save(name, png)
    return png
  }
  return { page, picture, close: () => context.close() }
}

const save = (name: string, png: Buffer) =>
  sharp(png)
    .webp({ quality: 86, effort: 6 })
    .toFile(join(folder, `${name}.webp`))

const openGallery = async (page: Page) => {
  await page.goto('/')
  await on(page).cards.nth(3).waitFor()
}

const talk = async (page: Page, texts: readonly string[]) => {
  for (const text of texts) {
    const before = await on(page).messages.count()
    await say(page, text)
    await on(page)
      .messages.nth(before + 1)
      .waitFor()
    await settled(page)
  }
}

/** Sends a message and returns while the reply is streaming. */
const sayAndWatch = async (page: Page, text: string) => {
  const before = await on(page).messages.count()
  await say(page, text)
  await on(page)
    .messages.nth(before + 1)
    .filter({ hasText: /(\S+\s+){14}/ })
    .waitFor()
}

/** Creates users who like characters. */
const populate = async () => {
  const { rows } = await db.query<{ id: string; name: string }>('SELECT id, name FROM characters ORDER BY id')
  for (let number = 0; number < 12; number++) {
    const client = await register()
    for (const [index, { id }] of rows.entries())
      if ((number * 7 + index * 5) % 12 < 10 - index) await client.post(`/api/characters/${id}/like`)
  }
}
await populate()

const visitor = await open({ ...desktop, colorScheme: 'dark' })
await visitor.page.goto('/')
await visitor.page.getByRole('link', { name: 'Start Chatting' }).waitFor()
await visitor.page.locator('.spoken').first().waitFor()
await visitor.picture('landing')
await visitor.close()

const reader = await register()
const dark = await open({ ...desktop, colorScheme: 'dark', as: reader })
await openGallery(dark.page)
for (const [name, text] of [
  ['Akari Minazuki', 'Two bowls of whatever is warm, please.'],
  [ferrywoman, 'Good evening. Is this the ferry?'],
] as const) {
  await openNewChat(dark.page, name)
  await chooseModel(dark.page, 'Toppy 7B')
  await talk(dark.page, [text])
  if (name !== ferrywoman) await openGallery(dark.page)
}
await talk(dark.page, ['*steps aboard* What is the fare?'])
await sayAndWatch(dark.page, 'Tell me about yourself.')
await dark.picture('chat')
await settled(dark.page)
await openGallery(dark.page)
await dark.picture('gallery')
await on(dark.page).card(ferrywoman).click()
await on(dark.page).modal.getByRole('link', { name: 'View profile' }).click()
await dark.page.getByRole('heading', { level: 1, name: ferrywoman }).waitFor()
await dark.page.getByRole('heading', { name: 'Backstory' }).waitFor()
await dark.picture('character')
await dark.page.goto('/ai-image-generator')
for (const idea of ['Mountain lake', 'Forest witch', 'City at night']) {
  const ideas = dark.page.getByRole('button', { name: idea })
  if (await ideas.isVisible()) await ideas.click()
  const made = dark.page.getByRole('button', { name: /^Select: / })
  const before = await made.count()
  await dark.page.getByRole('button', { name: 'Generate Image' }).click()
  await made.nth(before).waitFor()
}
await on(dark.page).toasts.waitFor({ state: 'detached' })
await dark.page.evaluate('scrollTo(0, 0)')
await dark.picture('image_generator')
await dark.close()

const light = await open({ ...desktop, colorScheme: 'light', as: await register() })
await openGallery(light.page)
await openNewChat(light.page, ferrywoman)
await light.page.getByRole('region', { name: 'Scenario' }).waitFor()
await light.picture('opening')
await light.page.goto('/ruby-shop')
await on(light.page).pack(6_000).waitFor()
await light.picture('shop')
await light.close()

/** Invents figures of a day, with more activity in the evening than at night. */
const inventedDay = (dashboard: Dashboard): Dashboard => {
  const { buckets, totals } = dashboard.periods.day
  const filled = buckets.map((bucket) => {
    const hour = new Date(bucket.startsAt).getHours()
    const wave = 0.5 - 0.5 * Math.cos(((hour - 4) / 24) * 2 * Math.PI)
    const noise = ((hour * 37) % 11) / 11
    const replies = Math.round(6 + 52 * wave ** 1.6 + 9 * noise)
    return {
      ...bucket,
      replies,
      users: Math.round(3.4 * wave + 1.6 * noise),
      rubiesOut: Math.round(replies * (2.4 + noise)),
      rubiesIn: Math.round(wave * 90 + (hour % 5 === 1 ? 500 : 0)),
      providerErrors: hour === 15 ? 4 : hour === 16 ? 1 : 0,
      firstTextMs: { p50: Math.round(310 + 120 * wave + 40 * noise), p95: Math.round(720 + 420 * wave + 160 * noise) },
    }
  })
  const sum = (key: 'replies' | 'users' | 'rubiesOut' | 'rubiesIn' | 'providerErrors') =>
    filled.reduce((total, bucket) => total + bucket[key], 0)
  const day = {
    buckets: filled,
    totals: {
      ...totals,
      replies: sum('replies'),
      users: sum('users'),
      rubiesOut: sum('rubiesOut'),
      rubiesIn: sum('rubiesIn'),
      providerErrors: sum('providerErrors'),
      firstTextMs: { p50: 394, p95: 1_080 },
    },
  }
  return { ...dashboard, periods: { ...dashboard.periods, day } }
}

const adminClient = await register()
await turnOn(adminClient)
await db.query('UPDATE users SET is_admin = true WHERE id = $1', [adminClient.user.id])
const admin = await open({ ...desktop, colorScheme: 'dark', as: adminClient })
await admin.page.route(`**${paths.dashboard}`, async (route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: inventedDay((await response.json()) as Dashboard) })
})
await admin.page.goto('/admin')
await admin.page.getByRole('figure', { name: 'Rubies in and out' }).waitFor()
await admin.picture('admin')
await admin.close()

const phones: Buffer[] = []
const small = await open({ ...phone, colorScheme: 'dark' })
await small.page.goto('/')
await small.page.getByRole('link', { name: 'Start Chatting' }).waitFor()
phones.push(await small.picture())
await small.close()
const mobile = await open({ ...phone, colorScheme: 'light', as: await register() })
await openGallery(mobile.page)
phones.push(await mobile.picture())
await openNewChat(mobile.page, ferrywoman)
await chooseModel(mobile.page, 'Toppy 7B')
await talk(mobile.page, ['Good evening. Is this the ferry?'])
await sayAndWatch(mobile.page, 'Tell me about yourself.')
const written = await mobile.picture()
await settled(mobile.page)
await mobile.page.emulateMedia({ colorScheme: 'dark' })
await openGallery(mobile.page)
await on(mobile.page).card(ferrywoman).click()
await on(mobile.page)
  .modal.getByRole('link', { name: /^Continue Chat/ })
  .waitFor()
phones.push(await mobile.picture(), written)
await on(mobile.page).modal.getByRole('button', { name: 'Start New Chat' }).click()
await mobile.page.getByRole('region', { name: 'Scenario' }).waitFor()
phones.push(await mobile.picture())
await mobile.close()
await save(
  'phones',
  await sharp({ create: { width: 5 * phone.width, height: phone.height, channels: 3, background: '#000' } })
    .composite(phones.map((input, index) => ({ input, left: index * phone.width, top: 0 })))
    .png()
    .toBuffer()
)

await db.end()
await stopServers()
await dropDatabases()
process.exit(0)
