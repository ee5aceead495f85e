import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { Page } from 'playwright-core'
import { accountOf, brokenAfterwards } from '#tests/support/stage'
import { speak } from '#tests/support/model_upstream'
import { axeViolations } from './support/axe.ts'
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

  journey('stay unchanged when a reroll fails', { rubies: 50 }, async ({ assert, stage, page, client }) => {
    await open(page, stage, 1)
    stage.upstream.answer = ({ response }) => void response.writeHead(500).end('{"error":{"message":"out of order"}}')
    await reroll(page).click()
    await on(page).toasts.getByText('Error', { exact: true }).waitFor()
    await settled(page)
    assert.equal((await shownTexts(page)).at(-1), 'Come in. Mind the step.')
    await on(page).balance(47).waitFor()
    assert.equal((await accountOf(stage.db, { client: client! })).charges, 1)
  })

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
  })

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
    await page.getByRole('button', { name: /^Continue/ }).waitFor({ state: 'detached' })
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
    await page.getByRole('button', { name: 'Undo' }).click()
    await own.filter({ hasText: 'Is there a bed left?' }).waitFor()
    await page.reload()
    await on(page).messages.nth(2).waitFor()
    assert.deepEqual((await shownTexts(page)).slice(1), ['Is there a bed left?', 'Come in. Mind the step.'])
  })
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
  })
})

test.group('A chat', () => {
  journey('shows its context, pins facts, is renamed and exported', { rubies: 50 }, async ({ assert, stage, page }) => {
    await open(page, stage, 7)
    await page.getByRole('button', { name: /^Context \d+% full/ }).click()
    const panel = page.getByRole('dialog', { name: 'What the model sees' })
    await panel.getByText('History').waitFor()
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
  })
})
