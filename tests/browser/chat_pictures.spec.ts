import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { noisy } from '#modules/imagegen/tests/support'
import { drawingBy, startImageUpstream, type ImageCall, type ImageUpstream } from '#tests/support/image_upstream'
import { longRun } from '#tests/support/long_run'
import { speak } from '#tests/support/model_upstream'
import { last } from '#tests/support/stage'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { chooseModel, on, say, settled } from './support/screens.ts'

const strip = (page: Page) => page.getByRole('list', { name: 'Pictures of your message' })

const showPicture = async (page: Page) => {
  const buffer = await noisy(640, 480).png().toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer })
  await strip(page).getByRole('button', { name: 'Describe picture 1' }).waitFor()
}

/** Opens the menu of the last answer, and chooses to draw it. */
const drawThis = async (page: Page) => {
  const answer = on(page).messages.last()
  const tools = answer.getByRole('button', { name: 'More actions' })
  await answer
    .getByRole('button', { name: 'Copy' })
    .focus()
    .catch(() => {})
  if (await tools.isVisible()) await tools.click()
  else await answer.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Draw this' }).click()
}

let images: ImageUpstream
/** Filled when the upstream has started. */
const drawingEnv: Record<string, string> = {}

test.group('Pictures in a chat', (group) => {
  group.tap((each) => each.tags(longRun))
  group.setup(async () => {
    images = await startImageUpstream()
    Object.assign(drawingEnv, drawingBy(images))
    return () => images.close()
  })
  for (const width of [1440, 390]) {
    journey(
      `are shown to a model that sees, and described to one that doesn’t, at ${width} pixels`,
      { rubies: 100, width, height: 844, ownServer: true, env: { MODELS_VISION: 'ultra', MODEL_ULTRA_NAME: 'Owl' } },
      async ({ assert, stage, page }) => {
        const { upstream } = stage
        upstream.answer = speak(['A fine boat.'])
        await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
        await on(page).send.waitFor()
        await showPicture(page)
        await page.getByText(/can’t see pictures\. Describe them, or choose a model that sees\./).waitFor()
        await strip(page).getByRole('button', { name: 'Describe picture 1' }).click()
        const dialog = page.getByRole('dialog', { name: 'What does it show?' })
        await dialog.getByRole('textbox', { name: 'Description' }).fill('A blue boat')
        assert.deepEqual(await axeViolations(page), [])
        await dialog.getByRole('button', { name: 'Save' }).click()
        await page.getByText(/can’t see pictures\. It reads your descriptions\./).waitFor()
        await say(page, 'Look at this.')
        await settled(page)
        assert.include(JSON.stringify(last(upstream.calls).body.messages), 'Look at this.\\n[A picture: A blue boat]')
        await strip(page).waitFor({ state: 'detached' })
        await on(page).messages.getByRole('img', { name: 'A blue boat' }).waitFor()

        await chooseModel(page, 'Owl')
        await showPicture(page)
        assert.equal(await page.getByText('can’t see pictures').count(), 0)
        // Pictures need no text.
        await on(page).send.click()
        await strip(page).waitFor({ state: 'detached' })
        await settled(page)
        assert.include(JSON.stringify(last(upstream.calls).body.messages), 'data:image/jpeg;base64,')
        await page.reload()
        await on(page).messages.getByRole('button', { name: 'Open picture', exact: true }).waitFor()
        assert.deepEqual(await sidewaysOverflow(page), [])
        assert.deepEqual(await axeViolations(page), [])

        await on(page).messages.getByRole('button', { name: 'Open picture: A blue boat' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Use for a new character' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Make a copy' }).click()
        await page.waitForURL(/\/create-character\?avatar=/)
      }
    )

    journey(
      `are drawn of a moment, stopped and drawn again at ${width} pixels`,
      { rubies: 100, width, height: 844, ownServer: true, env: drawingEnv },
      async ({ assert, stage, page }) => {
        stage.upstream.answer = speak(['The harbour lies in the fog.'])
        const calls: ImageCall[] = []
        const called = Promise.withResolvers<void>()
        images.answer = (call) => {
          calls.push(call)
          called.resolve()
        }
        await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
        await on(page).send.waitFor()
        await say(page, 'Where are we?')
        await settled(page)
        await drawThis(page)
        const dialog = page.getByRole('dialog', { name: 'Draw this moment' })
        const prompt = dialog.getByRole('textbox', { name: 'What to draw' })
        await prompt.waitFor()
        assert.equal(await prompt.inputValue(), 'The harbour lies in the fog.')
        assert.deepEqual(await axeViolations(page), [])
        await prompt.fill('A harbour in the fog')
        await dialog.getByRole('button', { name: 'Draw' }).click()
        await page.getByText('Drawing this moment…').waitFor()
        await called.promise
        await on(page).messages.getByRole('button', { name: 'Stop', exact: true }).click()
        await page.getByText('Drawing this moment…').waitFor({ state: 'detached' })
        await calls[0]!.closed

        const picture = await noisy(512, 512).png().toBuffer()
        images.answer = (call) => call.draw(picture)
        await drawThis(page)
        await prompt.waitFor()
        await dialog.getByRole('button', { name: 'Draw' }).click()
        await on(page).messages.getByRole('img', { name: 'The harbour lies in the fog.' }).waitFor()
        assert.deepEqual(await sidewaysOverflow(page), [])
        assert.deepEqual(await axeViolations(page), [])
      }
    )
  }
})
