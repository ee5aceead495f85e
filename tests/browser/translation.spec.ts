import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { speak } from '#tests/support/model_upstream'
import { allScreens } from './screens/all_screens.ts'
import { journey } from './support/journey.ts'
import { framesLater, sizes } from './support/look.ts'
import { nextReply, on, say, settled } from './support/screens.ts'
import { translator } from './support/translator.ts'
import { Walk } from './support/walk.ts'

const walkLimitMs = 600_000

test.group('While the browser translates the page', () => {
  journey(
    'a reply is written, menus open and the gallery is searched',
    { rubies: 50 },
    async ({ assert, stage, page }) => {
      await page.addInitScript({ content: translator })
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await on(page).composer.waitFor()
      for (const words of ['She lights the lamp', 'Ships come home']) {
        const reply = nextReply(stage.upstream)
        await say(page, `Tell me: ${words}`)
        await reply.asked
        await reply.say(words)
        await on(page).messages.last().getByText(words).waitFor()
        await reply.say(' before the storm.')
        await on(page).messages.last().getByText(`${words} before the storm.`).waitFor()
        await reply.end()
        await settled(page)
        assert.include(await on(page).messages.last().textContent(), `${words} before the storm.`)
      }
      assert.isAbove(await page.locator('font').count(), 10)
      await page.getByRole('button', { name: 'Chat menu' }).click()
      await page.getByRole('menuitem').first().waitFor()
      await page.keyboard.press('Escape')
      await page.goto('/')
      const search = on(page).search
      for (const typed of ['wen', 'zzzzqq', 'wenna']) {
        await search.fill(typed)
        await page.getByRole('option', { name: `Search for “${typed}”` }).waitFor()
      }
      await search.fill('')
      await page.getByRole('option').first().waitFor({ state: 'detached' })
      await search.fill('wenna')
      await search.press('Enter')
      await on(page).card('Wenna Thorncroft').waitFor()
    }
  )

  for (const who of ['visitor', 'member', 'admin'] as const)
    for (const screen of allScreens.filter((one) => one.who === who))
      journey(
        `${screen.name} goes through its states`,
        { ...(who === 'visitor' ? {} : { rubies: 50 }), ...sizes.large, limitMs: walkLimitMs },
        async (scene) => {
          if (who === 'admin') await scene.stage.makeAdmin(scene.client!)
          await scene.page.addInitScript({ content: translator })
          // The screens for addresses that don't exist.
          scene.visitor.tolerate(/^answer: GET \/nothing 404$/)
          scene.stage.upstream.answer = speak(['Come in.'])
          const walk = await Walk.begin(scene)
          await screen.prepare?.(walk)
          const isIntact = async (state: string) =>
            scene.assert.equal(await scene.page.getByText('Something went wrong').count(), 0, state)
          for (const [name, { bring, again, only }] of Object.entries(screen.states)) {
            await walk.release()
            await bring(walk)
            await isIntact(name)
            // The walks expect that each state was looked at on phones, too.
            for (const size of only === 'large' ? [] : [sizes.small, sizes.large]) {
              await scene.page.setViewportSize(size)
              await scene.page.evaluate(framesLater)
              await again?.(walk)
            }
            await isIntact(name)
          }
        }
      )
        .timeout(walkLimitMs + 40_000)
        .tags(longRun)
})
