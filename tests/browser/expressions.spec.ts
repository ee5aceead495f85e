import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { makeCharX, makeZip, v3Card } from '#modules/cards/tests/support/index'
import { speak, type ModelUpstream } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, say, settled, until } from './support/screens.ts'

/** Draws a figure with this mouth. */
const drawFace = (mouth: string, color: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="480">
         <path d="M40 480q10-200 110-200t110 200z" fill="#345"/><circle cx="150" cy="150" r="120" fill="${color}"/>
         <circle cx="108" cy="130" r="13"/><circle cx="192" cy="130" r="13"/>
         <path d="${mouth}" fill="none" stroke="#000" stroke-width="9" stroke-linecap="round"/>
       </svg>`
    )
  )
    .png()
    .toBuffer()

const mouths = {
  neutral: 'M100 200h100',
  joy: 'M95 185q55 60 110 0',
  sadness: 'M95 220q55 -60 110 0',
  anger: 'M100 215l25 -20 25 20 25 -20 25 20',
} as const

const makeCard = async () => {
  const card = v3Card()
  card.data.name = 'Mira of the Pier'
  card.data.first_mes = '*Mira smiles.* Come in, quickly!'
  const assets: Record<string, Buffer> = {
    'icon.png': await drawFace(mouths.neutral, '#c9a'),
    'pier.png': await sharp({ create: { width: 640, height: 360, channels: 3, background: '#27506b' } })
      .png()
      .toBuffer(),
    'neutral.png': await drawFace(mouths.neutral, '#db9'),
    'joy.png': await drawFace(mouths.joy, '#fc8'),
    'sadness.png': await drawFace(mouths.sadness, '#9bd'),
  }
  const asset = (type: string, file: string, name: string) => ({ type, uri: `embeded://${file}`, name, ext: 'png' })
  card.data.assets = [
    asset('icon', 'icon.png', 'main'),
    asset('background', 'pier.png', 'main'),
    asset('emotion', 'joy.png', 'joy'),
    asset('emotion', 'neutral.png', 'neutral'),
    asset('x-risu-asset', 'sadness.png', 'sadness.png'),
  ]
  return makeCharX({ card, assets })
}

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

const importCard = async (page: Page) => {
  await page.goto('/import')
  const main = page.getByRole('main')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    main.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles(file('mira.charx', 'application/octet-stream', await makeCard()))
  await main.getByRole('button', { name: /^Import/ }).click()
  await main.getByRole('heading', { name: 'Import report' }).waitFor()
  await main.getByRole('link', { name: 'Mira of the Pier' }).first().click()
  await page.waitForURL(/\/character\//)
}

const isChecked = async (assert: Assert, page: Page) => {
  assert.deepEqual(await axeViolations(page), [])
  assert.deepEqual(await sidewaysOverflow(page), [])
}

/** Adds a face by a zip, as SillyTavern's packs of sprites are. */
const addByZip = async (assert: Assert, page: Page) => {
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Pictures' }).click()
  const faces = page.getByRole('list', { name: 'Expressions' }).getByRole('listitem')
  await until(async () => (await faces.count()) === 3, 'the faces of the card are shown')
  const zip = makeZip([
    { name: 'mira/anger.png', content: await drawFace(mouths.anger, '#e76') },
    { name: 'mira/read me.txt', content: 'Faces of Mira.' },
    { name: '__MACOSX/mira/._anger.png', content: 'no picture' },
  ])
  await page.getByLabel('Choose expressions').setInputFiles(file('mira.zip', 'application/zip', zip))
  await until(async () => (await faces.count()) === 4, 'the face of the zip is added')
  await page.getByRole('button', { name: 'Add expressions' }).waitFor()
  await isChecked(assert, page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.waitForURL(/\/character\//)
  const shown = page.getByRole('region', { name: 'Expressions' }).getByRole('listitem')
  await until(async () => (await shown.count()) === 4, 'the page shows all faces')
  assert.deepEqual(await shown.allTextContents(), ['neutral', 'joy', 'anger', 'sadness'])
}

const face = (page: Page, name: string) =>
  page.getByRole('button', { name: `Mira of the Pier looks ${name}. Change the expression` })

const talk = async (page: Page, upstream: ModelUpstream, answer: string) => {
  upstream.answer = speak([answer])
  await say(page, 'How are you?')
  await settled(page)
}

const toStage = async (page: Page) => {
  await page.getByRole('button', { name: 'Chat menu' }).click()
  await page.getByRole('menuitem', { name: 'Stage' }).click()
  await page.getByRole('group', { name: 'Stage' }).waitFor()
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test.group(`A card with sprites (${width} px)`, () => {
    journey(
      'brings faces that follow what the character says, in the panel and on the stage',
      { rubies: 50, width, height },
      async ({ assert, stage, page }) => {
        await importCard(page)
        await addByZip(assert, page)
        await page.getByRole('button', { name: 'Start Chat' }).click()
        await on(page).composer.waitFor()
        if (width < 1280) await toStage(page)
        await face(page, 'joy').waitFor()
        await talk(page, stage.upstream, '*She sobs, and a tear falls.* He is gone.')
        await face(page, 'sadness').waitFor()
        await talk(page, stage.upstream, 'The train leaves at nine.')
        await face(page, 'neutral').waitFor()
        await face(page, 'neutral').click()
        const dialog = page.getByRole('dialog', { name: 'Expression' })
        await dialog.getByRole('button', { name: 'anger' }).waitFor()
        await isChecked(assert, page)
        await dialog.getByRole('button', { name: 'anger' }).click()
        await face(page, 'anger').waitFor()
        await page.reload()
        await face(page, 'anger').waitFor()
        if (width >= 1280) {
          await isChecked(assert, page)
          await toStage(page)
        }
        await until(
          () =>
            face(page, 'anger')
              .last()
              .locator('img')
              .evaluate((image: any) => image.naturalWidth > 0),
          'the figure is drawn'
        )
        await isChecked(assert, page)
        await page.getByRole('button', { name: 'Leave the stage' }).click()
        await page.getByRole('group', { name: 'Stage' }).waitFor({ state: 'detached' })
        await on(page).messages.last().getByText('The train leaves at nine.').waitFor()
      }
    ).tags(width === 390 ? [] : longRun)
  })
