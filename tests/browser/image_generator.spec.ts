import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { tabTo } from './support/keys.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, picturesLoaded } from './support/screens.ts'

const generator = (page: Page) => ({
  prompt: page.getByRole('textbox', { name: 'Prompt' }),
  quick: page.getByRole('button', { name: 'Mountain lake' }),
  shape: page.getByRole('combobox', { name: 'Shape' }),
  generate: page.getByRole('button', { name: 'Generate Image' }),
  picture: page.getByRole('button', { name: /^Select: / }),
  pressed: page.getByRole('button', { name: /^Select: /, pressed: true }),
  use: page.getByRole('main').getByRole('link', { name: 'Create a character' }),
  empty: page.getByText('No pictures yet'),
})

test.group('The image generator', (group) => {
  group.tap((each) => each.tags(longRun))
  journey('draws an avatar for a draft character', { rubies: 50 }, async ({ assert, page, visitor }) => {
    const { toasts } = on(page)
    const { prompt, quick, generate, picture, pressed, use, empty } = generator(page)
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/create-character')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Marisol of the Long Pier')
    await page.getByText('Draft saved').waitFor()
    await page.goto('/library')
    await page.getByRole('link', { name: 'Pictures' }).click()
    await page.getByRole('link', { name: 'Generate a picture' }).click()
    await empty.waitFor()
    await page.getByText(/^Drawn on this server .* not by an AI model\.$/).waitFor()

    await tabTo(page, prompt)
    await page.keyboard.press('ControlOrMeta+Enter')
    await toasts.filter({ hasText: 'Please enter a prompt for image generation' }).waitFor()
    await tabTo(page, quick)
    await page.keyboard.press('Enter')
    const text = await prompt.inputValue()
    await tabTo(page, generate)
    await page.keyboard.press('Enter')
    await picture.waitFor()
    await toasts.filter({ hasText: 'Image generated successfully!' }).waitFor()
    assert.equal(await picturesLoaded(picture), 1)

    await tabTo(page, picture)
    await page.keyboard.press('Enter')
    await use.waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await picture.click()
    await pressed.waitFor({ state: 'detached' })
    assert.equal(await use.count(), 0)

    await page.getByRole('button', { name: 'Copy URL' }).click()
    await toasts.filter({ hasText: 'Image URL copied to clipboard' }).waitFor()
    // Pages may not read the clipboard, but users paste.
    await prompt.fill('')
    await prompt.press('ControlOrMeta+V')
    assert.match(await prompt.inputValue(), /^http:\/\/.*\/pictures\/uploads\/[0-9a-f]{64}\.webp$/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    assert.equal(file.suggestedFilename(), `${text.slice(0, 30)}.png`)
    const png = readFileSync(await file.path())
    assert.equal(png.subarray(0, 8).toString('hex'), '89504e470d0a1a0a')
    assert.isAbove(png.readUInt32BE(16), 500)
    assert.include(png.toString('latin1'), 'digitalsourcetype/algorithmicMedia')

    await page.reload()
    await picture.click()
    await use.click()
    await page.getByRole('button', { name: 'Replace avatar' }).waitFor()
    assert.equal(
      await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(),
      'Marisol of the Long Pier'
    )
  })

  journey(
    'fits a small phone and stops a drawing',
    { rubies: 50, width: 320, height: 640 },
    async ({ assert, page }) => {
      const { quick, shape, generate, picture, pressed, empty } = generator(page)
      await page.goto('/ai-image-generator')
      await empty.waitFor()
      assert.deepEqual(await sidewaysOverflow(page), [])
      await quick.click()
      await shape.selectOption({ label: 'Landscape' })
      // The first request gets no response until it is canceled.
      await page.route('**/api/generate-image', () => {}, { times: 1 })
      const [call] = await Promise.all([page.waitForRequest('**/api/generate-image'), generate.click()])
      await page.getByRole('progressbar', { name: 'Generating your picture' }).waitFor()
      assert.deepEqual(await sidewaysOverflow(page), [])
      const ended = page.waitForEvent('requestfailed', (failed) => failed === call)
      await page.getByRole('button', { name: 'Stop' }).click()
      assert.equal((await ended).failure()?.errorText, 'net::ERR_ABORTED')
      await empty.waitFor()
      await generate.click()
      await picture.waitFor()
      assert.equal(await picturesLoaded(picture), 1)
      await picture.click()
      await pressed.waitFor()
      assert.deepEqual(await sidewaysOverflow(page), [])
      assert.deepEqual(await axeViolations(page), [])
    }
  )
})
