import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { longRun } from '#tests/support/long_run'
import { Client } from '#tests/support/client'
import { until as untilInDatabase } from '#tests/support/stage'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { newCharacter } from './support/new_character.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { chooseModel, nextReply, on, say, until } from './support/screens.ts'

const look = async (page: Page) => [...(await axeViolations(page)), ...(await sidewaysOverflow(page))]
const bell = (page: Page, unread: number) =>
  page.getByRole('link', { name: new RegExp(`^Notifications\\s*${unread} unread$`) }).and(page.locator(':visible'))

/** Lets the page believe that its tab goes out of sight, or comes back. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
     document.dispatchEvent(new Event('visibilitychange'))`
  )

test.group('Notifications', () => {
  for (const [what, size] of [
    ['at a desk', { width: 1440, height: 900 }],
    ['with a phone', { width: 390, height: 844 }],
  ] as const) {
    journey(
      `tell of a comment and a reply, and lead there ${what}`,
      { rubies: 50, ...size },
      async ({ assert, stage, page, client }) => {
        const reader = await new Client(stage.server.url).register({ firstName: 'Rob' })
        const character = await newCharacter(client!, { name: 'Mara of the Pier', isPublic: true })
        const comments = `/api/characters/${character.id}/comments`
        await page.goto('/')
        await bell(page, 2).first().waitFor()
        const { body: own } = await client!.post(comments, { content: 'Ask her about the fog.' })
        await reader.post(comments, { content: 'What a lovely evening.' })
        await bell(page, 3).first().click()
        const row = page.getByRole('listitem').filter({ hasText: 'Rob commented on Mara of the Pier' })
        await row.getByText('What a lovely evening.').waitFor()
        assert.deepEqual(await look(page), [])
        await row.getByRole('link').click()
        await page.getByText('What a lovely evening.', { exact: true }).waitFor()
        await bell(page, 2).first().waitFor()

        // While the list is open, it shows what happens.
        await page.goto('/notifications')
        await page.getByText('Welcome').waitFor()
        await bell(page, 2).first().waitFor()
        await reader.post(comments, { content: 'She told me.', parentId: own.id })
        await page.getByRole('link', { name: 'Rob replied to your comment on Mara of the Pier' }).click()
        await page.getByText('She told me.', { exact: true }).waitFor()

        await page.goto('/notifications')
        await page.getByRole('button', { name: 'Mark all as read' }).click()
        await page.getByText('You have read everything.').waitFor()
        await page
          .getByRole('link', { name: 'Notifications', exact: true })
          .and(page.locator(':visible'))
          .first()
          .waitFor()
      }
    ).tags(size.width === 390 ? longRun : [])

    journey(
      `follow the choice for each kind ${what}`,
      { rubies: 50, ...size },
      async ({ assert, stage, page, client }) => {
        const reader = await new Client(stage.server.url).register({ firstName: 'Rob' })
        const character = await newCharacter(client!, { name: 'Mara of the Quay', isPublic: true })
        await page.goto('/notifications')
        await page.getByRole('link', { name: 'Notification settings' }).click()
        const likes = page.getByRole('checkbox', { name: 'Likes: App' })
        await likes.waitFor()
        assert.deepEqual(await look(page), [])
        const saved = page.waitForResponse(
          (answer) => answer.url().endsWith('/api/notifications/settings') && answer.request().method() === 'PUT'
        )
        await likes.uncheck()
        assert.equal((await saved).status(), 200)
        assert.isTrue(await page.getByRole('checkbox', { name: 'Decisions of moderators: App' }).isDisabled())
        await reader.post(`/api/characters/${character.id}/like`)
        await reader.post(`/api/characters/${character.id}/comments`, { content: 'Hello.' })
        await page.goto('/notifications')
        await page.getByText('Rob commented on Mara of the Quay').waitFor()
        assert.equal(await page.getByText('Someone liked').count(), 0)
        await page.goto('/settings/notifications')
        await likes.waitFor()
        assert.isFalse(await likes.isChecked())
      }
    ).tags(size.width === 390 ? longRun : [])
  }

  const token = 'a-token-for-the-metrics-of-this-test'

  journey(
    'tell of a reply that ended out of sight, and open the chat there',
    { rubies: 50, ownServer: true, env: { METRICS_TOKEN: token } },
    async ({ assert, stage, page, client }) => {
      const model = nextReply(stage.upstream)
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await on(page).composer.waitFor()
      await chooseModel(page, 'Toppy 7B')
      await say(page, 'Tell me a story.')
      await model.say('Once there was ')
      await on(page).messages.filter({ hasText: 'Once there was' }).waitFor()
      const hidden = page.waitForResponse((answer) => answer.url().includes('/api/events?hidden=true'))
      await setVisibility(page, 'hidden')
      await hidden
      // The server knows that the stream of the visible tab is gone.
      const streams = async () => {
        const answer = await fetch(`${stage.server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
        return /^facet_streams_open\{kind="events"\} (\d+)$/m.exec(await answer.text())?.[1]
      }
      await until(async () => (await streams()) === '1', 'one event stream')
      await model.say('a lighthouse.')
      await model.end()
      await untilInDatabase(
        stage.db,
        `SELECT count(*) = 1 FROM notifications WHERE user_id = $1 AND kind = 'reply_finished'`,
        [client!.user.id]
      )
      const shown = page.waitForResponse((answer) => answer.url().endsWith('/api/events'))
      await setVisibility(page, 'visible')
      await shown
      // The chat is in sight again, which reads its notification.
      await untilInDatabase(
        stage.db,
        `SELECT count(*) = 1 FROM notifications WHERE user_id = $1 AND kind = 'reply_finished' AND read_at IS NOT NULL`,
        [client!.user.id]
      )
      await bell(page, 2).first().click()
      await page.getByRole('link', { name: 'has replied' }).click()
      await on(page).messages.filter({ hasText: 'Once there was a lighthouse.' }).waitFor()
      await bell(page, 2).first().waitFor()

      // In sight, it is the chat that shows the reply.
      const next = nextReply(stage.upstream)
      await say(page, 'Another one.')
      await next.say('Twice.')
      await next.end()
      await on(page).messages.filter({ hasText: 'Twice.' }).waitFor()
      await untilInDatabase(stage.db, `SELECT count(*) = 2 FROM replies WHERE user_id = $1 AND state = 'written'`, [
        client!.user.id,
      ])
      assert.lengthOf((await client!.get('/api/notifications')).body, 3)
    }
  )
})
