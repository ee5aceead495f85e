import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { Page } from 'playwright-core'
import { accountOf, brokenAfterwards } from '#tests/support/stage'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { boxOf } from './support/box.ts'
import { journey } from './support/journey.ts'
import { nextReply, on, say, settled, shownTexts } from './support/screens.ts'

const reroll = (page: Page) => page.getByRole('button', { name: /^Reroll/ })
const counter = (page: Page, text: string) => on(page).messages.last().getByText(`Answer ${text}`)

/** Opens a new chat with one exchange. */
const open = async (
  page: Page,
  { upstream, characterIds }: { upstream: any; characterIds: string[] },
  index: number
) => {
  upstream.answer = speak(['Come in. ', 'Mind the step.'])
  await page.goto(`/chat/${characterIds[index]}?new=true`)
  await on(page).composer.waitFor()
  await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
  await say(page, 'Is there a room left?')
  await settled(page)
  await reroll(page).waitFor()
}

const assertAccessible = async (assert: Assert, page: Page) => assert.deepEqual(await axeViolations(page), [])

test.group('Alternates', () => {
  journey(
    'are charged once each, and the chosen one survives a reload',
    { rubies: 50 },
    async ({ assert, stage, page, client }) => {
      await open(page, stage, 0)
      stage.upstream.answer = speak(['There is always a room.'])
      await reroll(page).click()
      await counter(page, '2/2').waitFor()
      await settled(page)
      assert.equal((await shownTexts(page)).at(-1), 'There is always a room.')
      await on(page).balance(44).waitFor()
      await assertAccessible(assert, page)

      const chosen = page.waitForResponse((response) => response.url().endsWith('/alternate'))
      await page.getByRole('button', { name: 'Previous answer' }).click()
      await chosen
      await counter(page, '1/2').waitFor()
      assert.equal((await shownTexts(page)).at(-1), 'Come in. Mind the step.')
      await page.reload()
      await counter(page, '1/2').waitFor()
      assert.deepEqual(await brokenAfterwards(stage.db), [])
      assert.deepEqual(await accountOf(stage.db, { client: client! }), { balance: 44, held: 0, paid: 6, charges: 2 })
    }
  )

  journey(
    'are switched by arrow keys, chosen in the overview and compared side by side',
    { rubies: 50 },
    async ({ assert, stage, page }) => {
      await open(page, stage, 0)
      stage.upstream.answer = speak(['There is always a room.'])
      await reroll(page).click()
      await counter(page, '2/2').waitFor()
      await settled(page)
      await on(page).composer.focus()
      await page.keyboard.press('ArrowLeft')
      await counter(page, '1/2').waitFor()
      // While typing, the arrow keys move the caret.
      await page.keyboard.type('ab')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.type('-')
      assert.equal(await on(page).composer.inputValue(), 'a-b')
      await counter(page, '1/2').waitFor()
      await on(page).messages.last().getByRole('group', { name: 'Last answer' }).focus()
      await page.keyboard.press('ArrowRight')
      await counter(page, '2/2').waitFor()

      await counter(page, '2/2').click()
      const overview = page.getByRole('dialog', { name: 'All answers' })
      await overview.getByRole('listitem').filter({ hasText: 'MythoMist 7B' }).nth(1).waitFor()
      await assertAccessible(assert, page)
      await overview.getByRole('button', { name: /^Compare answer 1/ }).click()
      const comparison = page.getByRole('dialog', { name: 'Compare answers' })
      const boxes = () =>
        Promise.all([1, 2].map((number) => boxOf(comparison.getByRole('region', { name: `Answer ${number}` }))))
      const [left, right] = await boxes()
      assert.equal(left!.y, right!.y)
      assert.isAtMost(left!.x + left!.width, right!.x)
      await assertAccessible(assert, page)
      await page.setViewportSize({ width: 390, height: 844 })
      const [upper, lower] = await boxes()
      assert.equal(upper!.x, lower!.x)
      assert.isAtMost(upper!.y + upper!.height, lower!.y)
      await comparison.getByRole('button', { name: 'Use this one (answer 1)' }).click()
      await counter(page, '1/2').waitFor()
      assert.equal((await shownTexts(page)).at(-1), 'Come in. Mind the step.')
    }
  ).tags(longRun)

  journey('stay unchanged when a reroll fails', { rubies: 50 }, async ({ assert, stage, page, client }) => {
    await open(page, stage, 1)
    stage.upstream.answer = ({ response }) => void response.writeHead(500).end('{"error":{"message":"out of order"}}')
    await reroll(page).click()
    await on(page).toasts.getByText('Error', { exact: true }).waitFor()
    await settled(page)
    assert.equal((await shownTexts(page)).at(-1), 'Come in. Mind the step.')
    await on(page).balance(47).waitFor()
    assert.equal((await accountOf(stage.db, { client: client! })).charges, 1)
  }).tags(longRun)

  journey('continue to stream after a reload', { rubies: 50 }, async ({ assert, stage, page }) => {
    await open(page, stage, 2)
    const model = nextReply(stage.upstream)
    await reroll(page).click()
    await model.say('There is ')
    await on(page).messages.last().filter({ hasText: 'There is' }).waitFor()
    await page.reload()
    await on(page).messages.last().filter({ hasText: 'There is' }).waitFor()
    await model.say('one.')
    await model.end()
    await counter(page, '2/2').waitFor()
    assert.deepEqual((await shownTexts(page)).slice(1), ['Is there a room left?', 'There is one.'])
  }).tags(longRun)

  journey('can be continued after a stop', { rubies: 50 }, async ({ assert, stage, page }) => {
    await open(page, stage, 3)
    let model = nextReply(stage.upstream)
    await say(page, 'Where?')
    await model.say('Under ')
    await on(page).messages.last().filter({ hasText: 'Under' }).waitFor()
    await on(page).stop.click()
    model = nextReply(stage.upstream)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await model.say('the roof.')
    await model.end()
    await settled(page)
    await page.getByText('Stopped', { exact: true }).waitFor({ state: 'detached' })
    assert.match((await shownTexts(page)).at(-1)!, /^Under\s+the roof\.$/)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })
})

test.group('Messages', () => {
  journey('can be edited, deleted and restored by keyboard', { rubies: 50 }, async ({ assert, stage, page }) => {
    await open(page, stage, 4)
    const own = on(page).messages.nth(1)
    await own.getByRole('button', { name: 'Copy' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Edit message' }).fill('Is there a bed left?')
    await assertAccessible(assert, page)
    await page.keyboard.press('Control+Enter')
    await own.filter({ hasText: 'Is there a bed left?' }).waitFor()
    await own.getByRole('button', { name: 'Copy' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await own.filter({ hasText: 'Is there a bed left?' }).waitFor({ state: 'detached' })
    await on(page).toasts.getByText('Message deleted').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await own.filter({ hasText: 'Is there a bed left?' }).waitFor()
    await page.reload()
    await on(page).messages.nth(2).waitFor()
    assert.deepEqual((await shownTexts(page)).slice(1), ['Is there a bed left?', 'Come in. Mind the step.'])
  }).tags(longRun)
})

test.group('Two tabs', () => {
  journey(
    'stay in sync when either sends, edits or deletes',
    { rubies: 50 },
    async ({ assert, stage, page, visitor }) => {
      await open(page, stage, 5)
      const other = await visitor.context.newPage()
      await other.goto(page.url())
      await on(other).messages.nth(2).waitFor()
      const model = nextReply(stage.upstream)
      await say(page, 'And breakfast?')
      await on(other).messages.nth(3).filter({ hasText: 'And breakfast?' }).waitFor()
      await model.say('At six. ')
      await on(other).messages.last().filter({ hasText: 'At six.' }).waitFor()
      await model.say('Not later.')
      await model.end()
      for (const tab of [page, other]) await settled(tab)
      await on(other).balance(44).waitFor()
      assert.deepEqual(await shownTexts(other), await shownTexts(page))

      const first = on(other).messages.nth(1)
      await first.getByRole('button', { name: 'Copy' }).focus()
      await other.keyboard.press('End')
      await other.keyboard.press('Enter')
      await on(page).messages.filter({ hasText: 'Is there a room left?' }).waitFor({ state: 'detached' })
    }
  )

  journey(
    'send a message of the second one when the reply of the first ends',
    { rubies: 50 },
    async ({ assert, stage, page, visitor }) => {
      await open(page, stage, 5)
      const other = await visitor.context.newPage()
      await other.goto(page.url())
      await on(other).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
      const model = nextReply(stage.upstream)
      await say(page, 'And breakfast?')
      await model.say('At six.')
      await on(other).messages.last().filter({ hasText: 'At six.' }).waitFor()

      const waits = on(other).messages.last().getByText('Sends when the reply is finished')
      await say(other, 'And lunch?')
      await waits.waitFor()
      assert.equal(await on(page).messages.getByText('And lunch?').count(), 0)
      await other.getByRole('button', { name: 'Cancel', exact: true }).click()
      await waits.waitFor({ state: 'detached' })
      assert.equal(await on(other).composer.inputValue(), 'And lunch?')
      await on(other).composer.press('Enter')
      await waits.waitFor()
      await assertAccessible(assert, other)
      const next = nextReply(stage.upstream)
      await model.end()
      await next.say('At noon.')
      await next.end()
      for (const tab of [page, other]) {
        await on(tab).messages.last().filter({ hasText: 'At noon.' }).waitFor()
        await settled(tab)
        const texts = (await shownTexts(tab)).slice(-4)
        assert.deepEqual(texts, ['And breakfast?', 'At six.', 'And lunch?', 'At noon.'])
        assert.equal(await on(tab).toasts.count(), 0)
      }
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    }
  ).tags(longRun)

  journey(
    'hide that the server refuses a second message during a reply',
    { rubies: 50 },
    async ({ assert, stage, page, visitor }) => {
      await open(page, stage, 6)
      const other = await visitor.context.newPage()
      // Without live events, the second tab learns of the reply from the refusal.
      await other.route('**/api/events', () => {})
      await other.goto(page.url())
      await on(other).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
      const model = nextReply(stage.upstream)
      await say(page, 'And breakfast?')
      await model.say('At six.')
      visitor.tolerate(/^answer: POST .*\/stream 409$/)
      await say(other, 'And lunch?')
      await on(other).messages.last().getByText('Sends when the reply is finished').waitFor()
      await on(other).messages.filter({ hasText: 'At six.' }).waitFor()
      const next = nextReply(stage.upstream)
      await model.end()
      await next.say('At noon.')
      await next.end()
      await on(other).messages.last().filter({ hasText: 'At noon.' }).waitFor()
      await settled(other)
      assert.deepEqual((await shownTexts(other)).slice(-4), ['And breakfast?', 'At six.', 'And lunch?', 'At noon.'])
      assert.equal(await on(other).toasts.count(), 0)
    }
  ).tags(longRun)

  journey('announce a finished reply in another chat', { rubies: 50 }, async ({ stage, page }) => {
    await open(page, stage, 6)
    const there = page.url()
    const model = nextReply(stage.upstream)
    await say(page, 'And breakfast?')
    await model.say('At six.')
    await on(page).messages.last().filter({ hasText: 'At six.' }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: /home$/ }).click()
    await on(page).cards.first().waitFor()
    await model.end()
    await on(page)
      .toasts.getByText(/has replied$/)
      .waitFor()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(there)
  }).tags(longRun)
})

test.group('A chat', () => {
  journey('shows its context, pins facts, is renamed and exported', { rubies: 50 }, async ({ assert, stage, page }) => {
    await open(page, stage, 7)
    await page.getByRole('button', { name: /^Memory \d+%/ }).click()
    const panel = page.getByRole('dialog', { name: 'Memory' })
    await panel.getByText('History').waitFor()
    await assertAccessible(assert, page)
    await panel.getByRole('tab', { name: 'Memory' }).click()
    await panel.getByRole('button', { name: 'Add a fact' }).click()
    await page.keyboard.type('The third step is loose.')
    await panel.getByText('Saved', { exact: true }).waitFor()
    await assertAccessible(assert, page)
    await page.keyboard.press('Escape')
    const model = nextReply(stage.upstream)
    await say(page, 'Which step?')
    const { body } = await model.asked
    assert.include(JSON.stringify(body.messages), 'The third step is loose.')
    await model.say('The third.')
    await model.end()
    await settled(page)

    await page.getByRole('button', { name: 'Chat menu' }).click()
    await page.getByRole('menuitem', { name: 'Rename chat' }).click()
    await page.getByRole('textbox', { name: 'Chat title' }).fill('The loose step')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'The loose step' }).waitFor()

    await page.getByRole('button', { name: 'Chat menu' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /^JSON Lines/ }).click()
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n')
    assert.equal(JSON.parse(lines[0]!).title, 'The loose step')
    assert.equal(JSON.parse(lines.at(-1)!).type, 'end')

    await page.goto('/memory')
    await page.getByRole('searchbox', { name: 'Search your chats' }).fill('loose')
    await page.waitForURL(/\?q=loose$/)
    await page.getByRole('main').getByText('The loose step').waitFor()
    await assertAccessible(assert, page)
  }).tags(longRun)
})

test.group('Right-to-left text', () => {
  journey('starts at the right, in the composer and in messages', { rubies: 50 }, async ({ assert, stage, page }) => {
    stage.upstream.answer = speak(['שלום לך. ', 'הלילה שקט.'])
    await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
    await on(page).composer.fill('שלום, מי שם?')
    assert.equal(await on(page).composer.evaluate((field: any) => field.matches(':dir(rtl)')), true)
    await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
    await on(page).composer.press('Enter')
    await settled(page)
    // Whether the first letter is to the right of the last one.
    const startsAtTheRight = (index: number) =>
      on(page)
        .messages.nth(index)
        .locator('.whitespace-pre-wrap')
        .evaluate((element: any) => {
          const { document } = element.ownerDocument.defaultView
          const walker = document.createTreeWalker(element, 4)
          const node = walker.nextNode()
          const leftOf = (offset: number) => {
            const range = document.createRange()
            range.setStart(node, offset)
            range.setEnd(node, offset + 1)
            return range.getBoundingClientRect().left
          }
          const box = element.getBoundingClientRect()
          return { isBefore: leftOf(0) > leftOf(3), gap: box.right - leftOf(0) }
        })
    for (const index of [-2, -1]) {
      const { isBefore, gap } = await startsAtTheRight(index)
      assert.isTrue(isBefore)
      assert.isBelow(gap, 40)
    }
  }).tags(longRun)
})

test.group('Help', () => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const)
    journey(
      `is shown once a chat, and the chat goes on, at ${width} px`,
      { rubies: 50, width, height },
      async ({ assert, stage, page }) => {
        await open(page, stage, 0)
        const help = page.getByRole('region', { name: 'Help' })
        assert.equal(await help.count(), 0)
        await say(page, 'I want to die.')
        await help.getByRole('link', { name: '988', exact: true }).waitFor()
        await settled(page)
        await assertAccessible(assert, page)
        await help.getByRole('combobox', { name: 'Country' }).selectOption('DE')
        await help.getByRole('link', { name: '0800 111 0 111' }).waitFor()
        await help.getByRole('button', { name: 'Close' }).click()
        await say(page, 'I really want to die.')
        await settled(page)
        assert.equal(await help.count(), 0)
        assert.equal((await shownTexts(page)).at(-1), 'Come in. Mind the step.')
      }
    ).tags(width === 390 ? [] : longRun)
})

test.group('Toasts', () => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const)
    journey(
      `cover neither the last message nor the header of the chat at ${width} px`,
      { rubies: 50, width, height },
      async ({ assert, stage, page }) => {
        const { toasts, composer } = on(page)
        await open(page, stage, 0)
        await composer.fill('one')
        await page.keyboard.press('Escape')
        await toasts.getByText('Message cleared').waitFor()
        const toast = await boxOf(toasts)
        assert.closeTo(toast.x + toast.width / 2, width / 2, 1)
        assert.isAtMost(toast.y + toast.height, height / 3)
        const header = await boxOf(on(page).model)
        assert.isAtLeast(toast.y, header.y + header.height)
        const actions = await boxOf(reroll(page))
        assert.isAbove(actions.y, toast.y + toast.height)
      }
    ).tags(longRun)
})
