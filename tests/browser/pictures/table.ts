import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Dashboard } from '#modules/admin/api'
import { textChunk } from '#modules/cards/tests/support/index'
import type { Client } from '#tests/support/client'
import { screens } from '#web/screens'
import { on, openNewChat, say } from '../support/screens.ts'
import { now, type Reader, type Seed } from './seed.ts'
import { ferryQuestion, oldChat, oldLorebook } from './texts.ts'

/** One page that is photographed. */
export interface Shot {
  /** Signs in; without it, the page is a visitor's. */
  as?: (seed: Seed) => Promise<Client | Reader>
  /** Opens the screen and brings it into its state. */
  bring: (page: Page, scene: { seed: Seed; reader: Reader }) => Promise<unknown>
  scheme: 'dark' | 'light'
}

/** A picture. Several shots stand side by side. */
export interface Picture {
  /** The path in the repository. */
  file: `${string}.webp`
  size: { width: number; height: number }
  /** The pixels per CSS pixel (1). */
  scale?: number
  shots: readonly Shot[]
}

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }
const ferrywoman = 'Wenna Thorncroft'

const reader = (seed: Seed) => seed.reader()
/** A reader whose chat goes on. */
const writer = (seed: Seed) => seed.newReader()
const newcomer = (seed: Seed) => seed.newcomer()

/** A picture of the docs, on a large screen. */
const doc = (name: string, shot: Shot, size = desktop): Picture => ({
  file: `docs/screenshots/${name}.webp`,
  size,
  shots: [shot],
})

const openLanding = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Chatting' }).waitFor()
}

const openGallery = async (page: Page) => {
  await page.goto('/')
  await on(page).cards.nth(3).waitFor()
}

/** Opens a chat of the reader. */
const openChat = async (page: Page, seed: Seed, name: string, session: string) => {
  await page.goto(screens.chat.href({ characterId: seed.id(name) }, { session }))
  await on(page).send.waitFor()
  await on(page).messages.nth(3).waitFor()
}

/** Asks the last question in the chat with the ferrywoman. The answer stays unfinished. */
const openUnfinishedReply = async (page: Page, { seed, reader }: { seed: Seed; reader: Reader }) => {
  await openChat(page, seed, ferrywoman, reader.ferry)
  await say(page, ferryQuestion.said)
  await on(page).messages.last().getByText('leans on whoever’s').waitFor()
}

const openMemory = async (page: Page, tab: string) => {
  await page.getByRole('button', { name: /^Memory \d+%/ }).click()
  const memory = page.getByRole('dialog', { name: 'Memory' })
  await memory.getByRole('tab', { name: tab }).click()
  return memory
}

const openOpening = async (page: Page) => {
  await openGallery(page)
  await openNewChat(page, ferrywoman)
  await page.getByRole('region', { name: 'Scenario' }).waitFor()
}

const content = join(import.meta.dirname, '../../../modules/gallery/content')

/** A card of one of the fifty characters that aren't in the gallery, as SillyTavern would save it. */
const cardFile = async (slug: string) => {
  const card = await readFile(join(content, slug, 'card.json'), 'utf8')
  const png = await sharp(join(content, slug, 'avatar-768.webp'))
    .resize(400, 500)
    .png()
    .toBuffer()
  // The chunk with the card comes before the last one, which has twelve bytes.
  const end = png.length - 12
  const chunk = textChunk('ccv3', Buffer.from(card).toString('base64'))
  const { name } = JSON.parse(card).data
  return {
    name: `${name}.png`,
    mimeType: 'image/png',
    buffer: Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)]),
  }
}

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

const importFiles = async (page: Page) => {
  await page.goto('/import')
  await page.getByLabel('Files to import').setInputFiles([
    await cardFile('ursin'),
    textFile('Runa Øvergaard - 2024-07-12.jsonl', oldChat.map((line) => JSON.stringify(line)).join('\n')),
    {
      name: 'holiday.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#6a8caf' } })
        .png()
        .toBuffer(),
    },
    await cardFile('runa'),
    textFile('Station 9.json', JSON.stringify(oldLorebook)),
  ])
  await page.getByRole('button', { name: /^Import \d files?$/ }).click()
  await page.getByRole('heading', { name: 'Import report' }).waitFor()
}

const generateImages = async (page: Page) => {
  await page.goto('/ai-image-generator')
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  for (const idea of ['Mountain lake', 'Forest witch', 'City at night']) {
    const ideas = page.getByRole('button', { name: idea })
    if (await ideas.isVisible()) await ideas.click()
    const made = page.getByRole('button', { name: /^Select: / })
    const before = await made.count()
    await page.getByRole('button', { name: 'Generate Image' }).click()
    // A busy machine draws slowly.
    await made.nth(before).waitFor({ timeout: 60_000 })
  }
  await page.evaluate('scrollTo(0, 0)')
}

/** Invents the figures of the day before `now`, with more activity in the evening than at night. */
const inventDay = (dashboard: Dashboard): Dashboard => {
  const { buckets, totals } = dashboard.periods.day
  const filled = buckets.map((bucket, index) => {
    const startsAt = new Date(Math.floor(now.getTime() / 3_600_000 - (buckets.length - 1 - index)) * 3_600_000)
    const hour = startsAt.getUTCHours()
    const wave = 0.5 - 0.5 * Math.cos(((hour - 4) / 24) * 2 * Math.PI)
    const noise = ((hour * 37) % 11) / 11
    const replies = Math.round(6 + 52 * wave ** 1.6 + 9 * noise)
    return {
      ...bucket,
      startsAt: startsAt.toISOString(),
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

const openDashboard = async (page: Page) => {
  await page.route(`**/api/admin/dashboard`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: inventDay((await response.json()) as Dashboard) })
  })
  await page.goto('/admin')
  await page.getByRole('figure', { name: 'Rubies in and out' }).waitFor()
}

/** Every picture of the README, the docs and the web manifest. `tests/architecture/docs.spec.ts` compares them. */
export const pictures: readonly Picture[] = [
  doc('landing', { bring: openLanding, scheme: 'dark' }),
  doc('gallery', { as: reader, bring: openGallery, scheme: 'dark' }),
  doc('character', {
    as: reader,
    scheme: 'dark',
    bring: async (page, { seed }) => {
      await page.goto(screens.character.href({ characterId: seed.id(ferrywoman) }))
      await page.getByRole('heading', { name: 'Backstory' }).waitFor()
    },
  }),
  doc('chat', { as: writer, bring: openUnfinishedReply, scheme: 'dark' }),
  doc('opening', { as: reader, bring: openOpening, scheme: 'light' }),
  doc('group', {
    as: reader,
    scheme: 'dark',
    bring: async (page, { reader }) => {
      await page.goto(screens.group.href({ groupId: reader.nightWatch }))
      await on(page).messages.nth(3).waitFor()
      await on(page).send.waitFor()
    },
  }),
  doc('memory', {
    as: reader,
    scheme: 'light',
    bring: async (page, { seed, reader }) => {
      await openChat(page, seed, 'Noor Zabelle', reader.wreckFields)
      const memory = await openMemory(page, 'Memory')
      await memory.getByText('Robin signed on as deckhand').waitFor()
    },
  }),
  doc('inspector', {
    as: reader,
    scheme: 'dark',
    bring: async (page, { seed, reader }) => {
      await openChat(page, seed, ferrywoman, reader.ferry)
      const answer = on(page).messages.last()
      // The toolbar appears with the focus.
      await answer.getByRole('button', { name: 'More actions' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: /^(What it was told|Prompt and cost)$/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('is in the text').first().waitFor()
      // A click moves the focus without a ring.
      await dialog.getByRole('heading').first().click()
    },
  }),
  doc('lorebook', {
    as: reader,
    scheme: 'light',
    bring: async (page, { reader }) => {
      await page.goto(screens.lorebook.href({ lorebookId: reader.lorebookId }))
      await page.getByRole('button', { name: /^The River Wardens/ }).click()
      await page.getByRole('textbox', { name: 'Title' }).waitFor()
    },
  }),
  doc('book', {
    as: reader,
    scheme: 'light',
    bring: async (page, { reader }) => {
      await page.goto(`/api/chats/${reader.ferry}/book`)
      await page.getByText('It is exactly how you take it.').waitFor()
      await page.evaluate('scrollBy(0, 330)')
    },
  }),
  doc('import', { as: newcomer, bring: importFiles, scheme: 'dark' }),
  doc('image_generator', { as: newcomer, bring: generateImages, scheme: 'dark' }),
  doc('shop', {
    as: newcomer,
    scheme: 'light',
    bring: async (page) => {
      await page.goto(screens.rubyShop.href())
      await on(page).pack(6_000).waitFor()
    },
  }),
  doc('admin', { as: (seed) => seed.admin(), bring: openDashboard, scheme: 'dark' }),
  {
    file: 'docs/screenshots/phones.webp',
    size: phone,
    shots: [
      { bring: openLanding, scheme: 'dark' },
      { as: reader, bring: openGallery, scheme: 'light' },
      {
        as: reader,
        scheme: 'dark',
        bring: async (page) => {
          await openGallery(page)
          await on(page).card(ferrywoman).click()
          await on(page)
            .modal.getByRole('link', { name: /^Continue Chat/ })
            .waitFor()
        },
      },
      { as: writer, bring: openUnfinishedReply, scheme: 'light' },
      { as: newcomer, bring: openOpening, scheme: 'dark' },
    ],
  },
  {
    file: 'apps/web/public/screenshot-wide.webp',
    size: { width: 1280, height: 800 },
    shots: [{ as: reader, bring: openGallery, scheme: 'dark' }],
  },
  {
    file: 'apps/web/public/screenshot-narrow.webp',
    size: { width: 360, height: 780 },
    scale: 2,
    shots: [{ as: writer, bring: openUnfinishedReply, scheme: 'dark' }],
  },
]
