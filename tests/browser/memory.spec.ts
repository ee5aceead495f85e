import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright-core'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { longChat } from './support/long_chat.ts'
import { on, say, settled, until } from './support/screens.ts'

const openMemory = async (page: Page, tab?: string) => {
  // The meter opens the dialog. Where it has no room, the menu does.
  const meter = page.getByRole('button', { name: /^Memory \d+%/ })
  if (await meter.isVisible()) await meter.click()
  else {
    await page.getByRole('button', { name: 'Chat menu' }).click()
    await page.getByRole('menuitem', { name: 'Memory' }).click()
  }
  const memory = page.getByRole('dialog', { name: 'Memory' })
  if (tab) await memory.getByRole('tab', { name: tab }).click()
  return memory
}

/** Runs `act`, and waits until the server has answered a change whose address contains `ending`. */
const saving = async (page: Page, ending: string, act: () => Promise<unknown>) => {
  const answered = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && response.url().includes(ending)
  )
  await act()
  const status = (await answered).status()
  if (status >= 300) throw new Error(`${ending} answered ${status}`)
}

const ask = async (page: Page, text: string, answer: string) => {
  await on(page).composer.fill(text)
  await until(() => on(page).send.isEnabled(), 'the message can be sent')
  await say(page, text)
  await on(page).messages.getByText(answer).last().waitFor()
  await settled(page)
}

/** Chooses an item of a menu of the last answer. On phones, one menu has all items. */
const choose = async (answer: Locator, item: string) => {
  const tools = answer.getByRole('button', { name: 'More actions' })
  if ((await tools.count()) > 0) {
    await answer.getByRole('button', { name: 'Copy' }).focus()
    await tools.click()
  } else await answer.getByRole('button', { name: 'More', exact: true }).click()
  await answer.page().getByRole('menuitem', { name: item }).click()
}

/** Waits until a message has the focus and is completely in view. */
const isShown = async (page: Page, text: string) => {
  const message = on(page).messages.filter({ hasText: text, has: page.locator(':focus') })
  await message.waitFor()
  await until(
    () =>
      message.evaluate((item: any) => {
        const { top, bottom } = item.getBoundingClientRect()
        const view = item.closest('[role=region]').getBoundingClientRect()
        return top >= view.top && bottom <= view.bottom
      }),
    `${text} is in view`
  )
}

test.group('Memory', () => {
  for (const width of [1440, 390])
    journey(
      `shows what the model is told, and keeps what no longer fits at ${width} pixels`,
      { rubies: 50, ownServer: true, width, height: 844, env: { MODEL_SUMMARY: 'test-summary' } },
      async ({ assert, stage, page, client }) => {
        let summary = 'They met in winter.'
        stage.upstream.answer = (call) => speak([call.body.model === 'test-summary' ? summary : 'Well met.'])(call)
        const { body: book } = await client!.post('/api/lorebooks', { name: 'Harbour', alwaysOn: true })
        for (const [name, content] of [
          ['Whale', 'Whales sing at night.'],
          ['Storm', 'Storms come from the west.'],
        ] as const) {
          const entry = { name, keys: [name.toLowerCase()], content }
          assert.equal((await client!.post(`/api/lorebooks/${book.id}/entries`, entry)).status, 201)
        }
        const address = await longChat(stage, client!, 500)
        const chat = new URLSearchParams(address.split('?')[1]).get('session')!
        // The model has a large context, so the messages that leave its prompts are far above the newest ones.
        assert.equal((await client!.post(`/api/chats/${chat}/summary`, { model: 'premium' })).status, 202)
        await page.goto(address)
        await on(page).composer.waitFor()

        // The newest message that the summary covers isn't loaded yet.
        let memory = await openMemory(page, 'Memory')
        const text = memory.getByRole('group', { name: 'Text of the summary' })
        await text.getByText(summary).waitFor()
        const link = memory.getByRole('button', { name: /^Show the last message/ })
        const [, covered] = /Number (\d+)\./.exec((await link.textContent())!)!
        assert.isBelow(Number(covered), 300)
        await link.click()
        await memory.waitFor({ state: 'detached' })
        await isShown(page, `Number ${covered}.`)

        summary = 'They met in spring.\n\nFACTS:\n- Robin is a baker.\n- It is winter.'
        await ask(page, 'Is there a whale?', 'Well met.')

        // The next prompt shows parts with tokens, and entries of lorebooks with their keys and messages.
        memory = await openMemory(page, 'Next prompt')
        await memory.getByText(/^Left out because the context is full/).waitFor()
        const lore = memory.getByRole('region', { name: 'Entries of lorebooks' })
        await lore.getByText('The key “whale” is in the text.').waitFor()
        await lore.getByText('1 entry not used').click()
        await lore.getByText('No key is in the text.').waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await lore.getByRole('button', { name: /^Show the message/ }).click()
        await memory.waitFor({ state: 'detached' })
        await isShown(page, 'Is there a whale?')

        // Pins a message, and shows the prompt of the reply.
        const answer = on(page).messages.last()
        await saving(page, '/pins', () => choose(answer, 'Pin'))
        const { body } = await client!.get(`/api/chats/${stage.characterIds[0]!}?session=${chat}`)
        const answerId: string = body.messages.at(-1).id
        // The prompt is kept after the reply has ended.
        await until(
          async () => (await client!.get(`/api/messages/${answerId}/prompt`)).status === 200,
          'the prompt is kept'
        )
        await choose(answer, 'Prompt and cost')
        const told = page.getByRole('dialog', { name: 'Prompt and cost' })
        await told.getByText('MythoMist 7B').waitFor()
        await told.getByText('3 rubies').waitFor()
        await told.getByText('The key “whale” is in the text.').waitFor()
        const parts = await told
          .getByRole('region', { name: 'The whole prompt' })
          .getByRole('listitem')
          .evaluateAll((items: any[]) =>
            items.map((item) => String(item.querySelector('pre')?.textContent ?? '[hidden]'))
          )
        assert.include(parts, 'Is there a whale?')
        assert.isTrue(parts.some((part) => part.includes('Whales sing at night.')))
        assert.deepEqual(await axeViolations(page), [])
        const downloading = page.waitForEvent('download')
        await told.getByRole('button', { name: 'Save as text' }).click()
        const download = await downloading
        assert.equal(download.suggestedFilename(), 'prompt.txt')
        const saved = await readFile(await download.path(), 'utf8')
        assert.equal(saved.replaceAll(/^--- (?:system|user|assistant) ---\n/gm, ''), parts.join('\n\n'))
        await page.keyboard.press('Escape')
        await told.waitFor({ state: 'detached' })

        // The summary grows by itself, and proposes facts.
        memory = await openMemory(page, 'Memory')
        await text.getByText('They met in spring.').waitFor()
        await memory.getByText(/^Covers messages 1–\d+ \(until /).waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await saving(page, '/facts/', () => memory.getByRole('button', { name: 'Pin: Robin is a baker.' }).click())
        await saving(page, '/facts/', () => memory.getByRole('button', { name: 'Dismiss: It is winter.' }).click())
        await memory.getByRole('heading', { name: 'Proposed facts' }).waitFor({ state: 'detached' })
        assert.equal(await memory.getByRole('textbox', { name: 'Fact 1' }).inputValue(), 'Well met.')
        assert.equal(await memory.getByRole('textbox', { name: 'Fact 2' }).inputValue(), 'Robin is a baker.')
        await saving(page, '/pins', () =>
          memory.getByRole('combobox', { name: 'Place of fact 2' }).selectOption('Before the last 4 messages')
        )

        // The summary is edited, frozen, rewritten and switched off.
        await memory.getByRole('button', { name: 'Edit', exact: true }).click()
        await memory.getByRole('textbox', { name: 'Summary' }).fill('They met in autumn.')
        await saving(page, '/summary', () => memory.getByRole('button', { name: 'Save', exact: true }).click())
        await text.getByText('They met in autumn.').waitFor()
        await memory
          .getByText(/^Your words/)
          .first()
          .waitFor()
        await saving(page, '/summary', () => memory.getByRole('switch', { name: /^Freeze the summary/ }).click())
        summary = 'They met in summer.'
        await saving(page, '/summary', () => memory.getByRole('button', { name: 'Regenerate' }).click())
        await text.getByText('They met in summer.').waitFor()
        await saving(page, '/summary', () => memory.getByRole('switch', { name: /^Use the summary/ }).click())
        await memory.getByRole('button', { name: 'Regenerate' }).waitFor({ state: 'detached' })
        assert.deepEqual(await axeViolations(page), [])
      }
    ).tags(longRun)
})
