import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { longRun } from '#tests/support/long_run'
import { speak } from '#tests/support/model_upstream'
import { last } from '#tests/support/stage'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { newCharacter } from './support/new_character.ts'
import { on, say, settled, until } from './support/screens.ts'

const toolbar = (page: Page, index: number) =>
  on(page).messages.nth(index).getByRole('toolbar', { name: 'Message actions' })

/** Chooses an item of a message's menu. The tools of a message accept clicks once one of them has the focus. */
const choose = async (page: Page, index: number, item: string) => {
  const tools = toolbar(page, index)
  await tools.getByRole('button', { name: 'Copy' }).focus()
  await tools.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const shown = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)

const countIs = (page: Page, count: number) =>
  until(async () => (await on(page).messages.count()) === count, `there are ${count} messages`)

test.group('In a chat', () => {
  for (const width of [1440, 390])
    journey(
      `users choose a greeting, branch, rewind, reroll with a nudge and have a line written at ${width} pixels`,
      { rubies: 50, width, height: 844, ownServer: true },
      async ({ assert, stage, page, client }) => {
        const { upstream } = stage
        const { id: characterId } = await newCharacter(client!, {
          scenario: 'A pier.',
          firstMessage: 'Ahoy from the pier.',
          alternateGreetings: ['Good night from the boat.'],
        })

        await page.goto(`/chat/${characterId}?new=true`)
        await on(page).composer.waitFor()
        await page.getByText('Ahoy from the pier.').waitFor()
        await page.getByRole('button', { name: 'Next answer' }).click()
        await page.getByText('Good night from the boat.').waitFor()
        assert.deepEqual(await axeViolations(page), [])

        upstream.answer = speak(['The sea is calm.'])
        await on(page).send.waitFor()
        await say(page, 'How is the sea?')
        await shown(page, 'The sea is calm.').waitFor()
        await settled(page)
        assert.include(JSON.stringify(last(upstream.calls).body.messages), 'Good night from the boat.')
        assert.notInclude(JSON.stringify(last(upstream.calls).body.messages), 'Ahoy from the pier.')

        upstream.answer = speak(['Calm and cold.'])
        await on(page).messages.last().getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: /^Shorter/ }).click()
        await shown(page, 'Calm and cold.').waitFor()
        await settled(page)
        assert.include(JSON.stringify(last(upstream.calls).body.messages), 'Shorter')

        upstream.answer = speak(['I pull my coat tight.'])
        await page.getByRole('button', { name: 'Write my line' }).click()
        await until(
          async () => (await on(page).composer.inputValue()) === 'I pull my coat tight.',
          'the line is in the composer'
        )
        await settled(page)
        assert.deepEqual(await axeViolations(page), [])
        upstream.answer = speak(['Stay by the fire.'])
        await on(page).send.click()
        await shown(page, 'Stay by the fire.').waitFor()
        await settled(page)
        await countIs(page, 5)

        await choose(page, 2, 'Rewind to here')
        await on(page).toasts.getByText('2 messages deleted').waitFor()
        await countIs(page, 3)
        await page.getByRole('button', { name: 'Undo' }).click()
        await countIs(page, 5)

        const parent = new URL(page.url()).searchParams.get('session')
        await choose(page, 2, 'Branch from here')
        await page.getByText('Branched from').waitFor()
        await countIs(page, 3)
        assert.deepEqual(await axeViolations(page), [])
        const branch = new URL(page.url()).searchParams.get('session')
        assert.notEqual(branch, parent)
        const { body } = await client!.get(`/api/chats/${characterId}?session=${branch}`)
        assert.equal(body.session.parent.sessionId, parent)
        await page.getByRole('link', { name: 'another chat' }).click()
        await countIs(page, 5)
        await page.getByRole('button', { name: '1 branch' }).waitFor()
        assert.deepEqual(await axeViolations(page), [])
      }
    ).tags(longRun)
})
