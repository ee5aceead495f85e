import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { longRun } from '#tests/support/long_run'
import { accountOf, brokenAfterwards, until as untilInDatabase, type Stage } from '#tests/support/stage'
import { journey } from './support/journey.ts'
import { chooseModel, nextReply, on, say, settled, shownTexts, until } from './support/screens.ts'

const first = 'Once there was a lighthouse '
const second = 'that nobody had built. '
const third = 'It simply stood there one morning.'
const whole = first + second + third

/** Opens a new chat and sends a message, at one ruby. */
const ask = async (page: Page, characterId: string) => {
  await page.goto(`/chat/${characterId}?new=true`)
  await on(page).composer.waitFor()
  await chooseModel(page, 'Toppy 7B')
  await say(page, 'Tell me a story.')
}

/** Opens a new chat, sends a message and waits for the first words of the reply. */
const askAndRead = async (page: Page, { upstream, characterIds }: Stage, index: number) => {
  const model = nextReply(upstream)
  await ask(page, characterIds[index]!)
  await model.say(first)
  await on(page).messages.filter({ hasText: first.trim() }).waitFor()
  return model
}

test.group('A running reply', () => {
  journey('survives a reload and is charged once', { rubies: 50 }, async ({ assert, stage, page, client }) => {
    const { messages, cursor, balance } = on(page)
    const model = await askAndRead(page, stage, 0)
    // The model pauses here, so the reloaded page shows the saved text.
    await page.reload()
    await messages.filter({ hasText: first.trim() }).waitFor()
    await cursor.waitFor()
    await on(page).stop.waitFor()
    await model.say(second)
    await messages.filter({ hasText: first + second.trim() }).waitFor()
    await model.say(third)
    await model.end()
    await settled(page)
    await balance(49).waitFor()
    assert.deepEqual((await shownTexts(page)).slice(1), ['Tell me a story.', whole])
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    assert.deepEqual(await accountOf(stage.db, { client: client! }), { balance: 49, held: 0, paid: 1, charges: 1 })
  })

  journey('is finished after its tab was closed', { rubies: 50 }, async ({ assert, stage, page, visitor }) => {
    const model = await askAndRead(page, stage, 1)
    const address = page.url()
    await page.close()
    await model.say(second + third)
    await model.end()
    assert.deepEqual(await brokenAfterwards(stage.db), [])

    const later = await visitor.context.newPage()
    await later.goto(address)
    await on(later).balance(49).waitFor()
    await on(later).messages.nth(2).waitFor()
    assert.deepEqual((await shownTexts(later)).slice(1), ['Tell me a story.', whole])
    await settled(later)
  })

  journey(
    'streams to a second tab with the same text',
    { rubies: 50 },
    async ({ assert, stage, page, visitor, client }) => {
      const model = await askAndRead(page, stage, 2)
      const other = await visitor.context.newPage()
      await other.goto(page.url())
      await on(other).messages.filter({ hasText: first.trim() }).waitFor()
      await on(other).cursor.waitFor()
      await model.say(second)
      for (const tab of [page, other])
        await on(tab)
          .messages.filter({ hasText: first + second.trim() })
          .waitFor()
      await model.say(third)
      await model.end()
      for (const tab of [page, other]) {
        await settled(tab)
        await on(tab).balance(49).waitFor()
      }
      const texts = await shownTexts(page)
      assert.deepEqual(texts.slice(1), ['Tell me a story.', whole])
      assert.deepEqual(await shownTexts(other), texts)
      assert.equal((await accountOf(stage.db, { client: client! })).charges, 1)
    }
  ).tags(longRun)

  journey('keeps its text when stopped', { rubies: 50 }, async ({ assert, stage, page }) => {
    const { messages, stop, balance } = on(page)
    const model = await askAndRead(page, stage, 3)
    await stop.click()
    await (
      await model.asked
    ).closed
    await settled(page)
    await messages.last().getByText('Stopped', { exact: true }).waitFor()
    await balance(49).waitFor()
    const texts = await shownTexts(page)
    assert.equal(texts.at(-1)!.trim(), first.trim())
    await page.reload()
    await messages.last().getByText('Stopped', { exact: true }).waitFor()
    assert.deepEqual(await shownTexts(page), texts)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  }).tags(longRun)

  journey(
    'can be retried after a failure, which saves the message once',
    { rubies: 50 },
    async ({ assert, stage, page, client }) => {
      const { messages, retry, toasts, balance } = on(page)
      stage.upstream.answer = ({ response }) => void response.writeHead(500).end('{"error":{"message":"out of order"}}')
      await ask(page, stage.characterIds[4]!)
      await messages.nth(1).getByText('Failed to send', { exact: true }).waitFor()
      assert.equal(await toasts.count(), 0)
      await balance(50).waitFor()

      const model = nextReply(stage.upstream)
      await retry.click()
      await model.say(whole)
      await model.end()
      await settled(page)
      await balance(49).waitFor()
      await retry.waitFor({ state: 'detached' })
      assert.deepEqual((await shownTexts(page)).slice(1), ['Tell me a story.', whole])
      await page.reload()
      await messages.nth(2).waitFor()
      assert.deepEqual((await shownTexts(page)).slice(1), ['Tell me a story.', whole])
      assert.deepEqual(await accountOf(stage.db, { client: client! }), { balance: 49, held: 0, paid: 1, charges: 1 })
    }
  )

  journey(
    'recovers from a killed server: interrupted text or Retry, and one charge',
    { rubies: 50, ownServer: true },
    async ({ assert, stage, page, client, visitor }) => {
      visitor.tolerate(/^failed: .*(INCOMPLETE_CHUNKED|CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE)/, /^answer: .* 503$/)
      const { messages, retry, balance } = on(page)
      const killAndRestart = async () => {
        await stage.server.kill('SIGKILL')
        await stage.restart()
      }
      let model = await askAndRead(page, stage, 0)
      await untilInDatabase(stage.db, 'SELECT EXISTS (SELECT FROM reply_tails) OR EXISTS (SELECT FROM reply_parts)')
      await killAndRestart()
      await messages
        .last()
        .getByText(/^Interrupted/)
        .waitFor()
      await settled(page)
      await balance(50).waitFor()
      const [, sent, interrupted] = await shownTexts(page)
      assert.equal(sent, 'Tell me a story.')
      assert.equal(interrupted!.trim(), first.trim())

      // The server is killed again, before the first word.
      model = nextReply(stage.upstream)
      await say(page, 'Go on.')
      await model.asked
      await killAndRestart()
      await retry.waitFor()
      model = nextReply(stage.upstream)
      await retry.click()
      await model.say(second + third)
      await model.end()
      await settled(page)
      await balance(49).waitFor()
      const texts = await shownTexts(page)
      assert.deepEqual(texts.slice(1), ['Tell me a story.', interrupted, 'Go on.', second + third])
      await page.reload()
      await until(async () => (await messages.count()) === texts.length, 'the reloaded chat has as many messages')
      assert.deepEqual(await shownTexts(page), texts)
      assert.deepEqual(await brokenAfterwards(stage.db), [])
      assert.deepEqual(await accountOf(stage.db, { client: client! }), { balance: 49, held: 0, paid: 1, charges: 1 })
    }
  ).tags(longRun)
})
