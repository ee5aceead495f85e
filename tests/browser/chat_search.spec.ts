import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { until as untilInDatabase } from '#tests/support/stage'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { longChat } from './support/long_chat.ts'
import { on, say, settled, until } from './support/screens.ts'

const lastYear = `The password of the lighthouse is “heliotrope”.`

test.group('Search in chats', () => {
  for (const width of [1440, 390])
    journey(
      `finds a line of last year, from all chats and in its chat, at ${width} pixels`,
      { rubies: 50, ownServer: true, width, height: 844 },
      async ({ assert, stage, page, client }) => {
        const address = await longChat(stage, client!, 1_000)
        const sessionId = new URLSearchParams(address.split('?')[1]).get('session')
        await stage.db.query(
          `UPDATE chat_messages SET content = $2, created_at = now() - INTERVAL '1 year' WHERE chat_session_id = $1 AND position = 12`,
          [sessionId, lastYear]
        )
        await stage.db.query(`UPDATE chat_sessions SET created_at = now() - INTERVAL '1 year' WHERE id = $1`, [
          sessionId,
        ])
        // Keeps its messages from the index until the page has told so.
        const lock = `hashtextextended('chat.search ' || $1::uuid, 0)`
        await stage.db.query(`SELECT pg_advisory_lock(${lock})`, [sessionId])
        await stage.db.query('DELETE FROM chat_search_marks WHERE chat_session_id = $1', [sessionId])
        /** Waits until the line has the focus and is in view. */
        const isShown = async () => {
          const message = on(page).messages.filter({ hasText: 'heliotrope', has: page.locator(':focus') })
          await message.waitFor()
          await until(
            () =>
              message.evaluate((item: any) => {
                const { top, bottom } = item.getBoundingClientRect()
                const view = item.closest('[role=region]')?.getBoundingClientRect()
                // The list may have replaced the item.
                return view !== undefined && top >= view.top && bottom <= view.bottom
              }),
            'the line is in view'
          )
        }

        await page.goto('/memory')
        const field = page.getByRole('searchbox', { name: 'Search your chats' })
        await field.fill('heliotrope')
        await page.getByText('Older messages are still being added to the search.').waitFor()
        // The next search has the chat indexed soon.
        await stage.db.query(`SELECT pg_advisory_unlock(${lock})`, [sessionId])
        await page.reload()
        await untilInDatabase(
          stage.db,
          'SELECT EXISTS (SELECT FROM chat_search_marks WHERE chat_session_id = $1 AND before_position = 0)',
          [sessionId]
        )
        await page.reload()
        const found = page.getByRole('region', { name: 'Messages' })
        await found.locator('mark', { hasText: 'heliotrope' }).waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await found.getByRole('link').first().click()
        await isShown()
        assert.equal(new URL(page.url()).search, `?session=${sessionId}`)

        await page.goto(address)
        await on(page).composer.focus()
        await page.keyboard.press('Control+f')
        const dialog = page.getByRole('dialog', { name: 'Search this chat' })
        await dialog.getByRole('searchbox').fill('"password of the lighthouse"')
        await dialog.locator('mark').waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
        await until(
          () => on(page).composer.evaluate((field: any) => field === field.ownerDocument.activeElement),
          'focus'
        )
        await page.getByRole('button', { name: 'Chat menu' }).click()
        await page.getByRole('menuitem', { name: 'Search this chat' }).click()
        await dialog.getByRole('searchbox').fill('heliotrope')
        await dialog.getByRole('listitem').getByRole('button').click()
        await isShown()
      }
    ).tags(width === 390 ? [] : longRun)

  journey(
    'reads on in both directions from an old line of 5,000 messages, and jumps to the newest',
    { rubies: 50, ownServer: true, width: 390, height: 844 },
    async ({ assert, stage, page, client }) => {
      const address = await longChat(stage, client!, 5_000)
      const sessionId = new URLSearchParams(address.split('?')[1]).get('session')
      const { rows } = await stage.db.query<{ id: string }>(
        'SELECT id FROM chat_messages WHERE chat_session_id = $1 AND position = 700',
        [sessionId]
      )
      const pages: string[] = []
      page.on('request', (request) => {
        const page = /[?&](before|after|around)=/.exec(request.url())?.[1]
        if (page) pages.push(page)
      })
      const numbered = (number: number) => on(page).messages.filter({ hasText: `Number ${number}.` })
      const scroller = page.getByRole('region', { name: 'Messages' })
      /** Scrolls until a message is rendered, by less than what is rendered around the viewport. */
      const scrollTo = (number: number, direction: 1 | -1) =>
        until(async () => {
          await scroller.evaluate(async (element: any, step) => {
            element.scrollBy(0, step)
            // Scroll events are fired before the next frame.
            for (let frame = 0; frame < 2; frame += 1)
              await new Promise(element.ownerDocument.defaultView.requestAnimationFrame)
          }, direction * 500)
          return (await numbered(number).count()) > 0
        }, `message ${number} is loaded`)

      await page.goto(`${address}&message=${rows[0]!.id}`)
      await numbered(700).and(page.locator(':has(:focus)')).waitFor()
      assert.lengthOf(
        pages.filter((page) => page === 'around'),
        1
      )
      assert.equal(await numbered(5_000).count(), 0)
      await scrollTo(590, -1)
      assert.include(pages, 'before')
      await scrollTo(850, 1)
      assert.include(pages, 'after')

      // The newest messages are in no list that goes on below.
      assert.equal(await numbered(5_000).count(), 0)
      await page.getByRole('button', { name: 'Jump to newest' }).click()
      await numbered(5_000).waitFor()
      await say(page, 'Where were we?')
      await on(page).messages.filter({ hasText: 'Where were we?' }).waitFor()
      await settled(page)
      assert.isBelow(pages.length, 10)
      await scrollTo(4_900, -1)
    }
  )
})
