import { chatLines, makePng, makeZipOf, v2Card, v3Card } from '#modules/cards/tests/support/index'
import { failure, signedOut, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const json = (name: string, value: object) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(value)),
})
const card = (name: string, fields: object = {}) => ({
  ...v3Card(),
  data: { ...v3Card().data, name, ...fields },
})

const files = [
  {
    name: 'mira.png',
    mimeType: 'image/png',
    buffer: makePng({ chara: v2Card(), ccv3: v3Card(), size: { width: 60, height: 80 } }),
  },
  json('tom.json', card('Tom of the Inn', { tags: ['nsfw'], description: 'There was gore.' })),
  json(`${'long'.repeat(30)}.json`, card('W'.repeat(80))),
  json('harrow.json', { entries: { 0: { uid: 0, key: ['lamp'], content: 'The lamp is old.' } } }),
  { name: 'pack.zip', mimeType: 'application/zip', buffer: makeZipOf({ 'a.json': card('Ann'), 'b.txt': 'Nothing.' }) },
  { name: 'Mira - 2024.jsonl', mimeType: 'text/plain', buffer: Buffer.from(chatLines) },
  { name: 'unknown.jsonl', mimeType: 'text/plain', buffer: Buffer.from(chatLines.replaceAll('Mira', 'Nobody Known')) },
  { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') },
]

const open = async ({ page }: Walk) => {
  await page.goto('/import')
  await page.getByRole('heading', { name: 'What you can bring' }).waitFor()
}

const choose = ({ page }: Walk) => page.getByLabel('Files to import').setInputFiles(files)

const start = ({ page }: Walk) => page.getByRole('button', { name: /^Import \d files?$/ })

const openPreview = async (walk: Walk) => {
  await open(walk)
  await choose(walk)
  await start(walk).waitFor()
}

export const importFiles: Screen = {
  name: 'import',
  row: 'importFiles',
  who: 'member',
  states: {
    empty: { isWhole: true, bring: open },
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/cards', 'POST')
        await choose(walk)
        await walk.page.getByRole('progressbar', { name: 'Reading your files' }).waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        // The held call continues when its route is removed. Leaving now would keep the user's import running for a moment.
        await start(walk).waitFor()
        await open(walk)
        await walk.answer('/api/cards', failure, 'POST')
        await choose(walk)
        await walk.page.getByRole('main').getByRole('alert').waitFor()
      },
    },
    preview: { isWhole: true, bring: openPreview },
    'asking for a character': {
      bring: async ({ page }) => {
        await page.getByRole('searchbox', { name: 'Character of unknown.jsonl' }).fill('a')
        await page.getByRole('list').getByRole('button').first().waitFor()
      },
    },
    importing: {
      bring: async (walk) => {
        await walk.hold('/api/cards', 'POST')
        await start(walk).click()
        await walk.page.getByRole('progressbar', { name: 'Importing your files' }).waitFor()
      },
    },
    // Again, the held call continues.
    report: {
      isWhole: true,
      bring: async ({ page }) => {
        await page.getByRole('heading', { name: 'Import report' }).waitFor()
        await page.getByText('How it was read: Mira').first().click()
      },
    },
    doubles: { isWhole: true, bring: openPreview },
    interrupted: {
      bring: async (walk) => {
        await walk.answer('/api/chats/import', failure, 'POST')
        await start(walk).click()
        await walk.page.getByRole('heading', { name: 'Import interrupted' }).waitFor()
      },
    },
    leaving: {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await walk.hold('/api/chats/import', 'POST')
        await walk.page.getByRole('button', { name: 'Continue' }).click()
        await walk.page.getByRole('link', { name: 'Facet home' }).click()
        await walk.page.getByRole('alertdialog', { name: 'Stop the import?' }).waitFor()
      },
    },
    done: {
      bring: async ({ page }) => {
        await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('link', { name: 'Continue this chat' }).waitFor()
      },
    },
  },
  notices: {
    open,
    all: [
      {
        texts: ['You are logged out. Logging in again...'],
        act: async (walk) => {
          await walk.answer('/api/cards', signedOut, 'POST')
          await walk.expectSignInRedirect(() => choose(walk))
        },
      },
    ],
  },
  stops: 30,
}
