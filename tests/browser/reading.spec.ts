import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright-core'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { boxOf } from './support/box.ts'
import { journey } from './support/journey.ts'
import { longChat } from './support/long_chat.ts'
import { frames, framesLater } from './support/look.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { nextReply, on, openNewChat, say, settled, until } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

const sentence = 'The tide keeps the time here, and I only write it down. '
const longReply = [sentence.repeat(6), '\n\n', sentence.repeat(7), '\n\n', sentence.repeat(8)]
const jump = (page: Page) => page.getByRole('button', { name: 'Jump to newest' })

/** Records the position of an element in every frame. The returned function stops and gives the range of movement. */
const watch = async (place: Locator) => {
  await place.evaluate((element: any) => {
    const view = element.ownerDocument.defaultView
    const tops: number[] = (view.recordedTops = [])
    const record = () => {
      if (view.recordedTops !== tops) return
      tops.push(element.isConnected ? element.getBoundingClientRect().top : Number.NaN)
      view.requestAnimationFrame(record)
    }
    record()
  })
  return () =>
    place.page().evaluate<number>(`(() => {
      const tops = window.recordedTops
      window.recordedTops = null
      return Math.max(...tops) - Math.min(...tops)
    })()`)
}

const distanceToEnd = (page: Page) =>
  page
    .getByRole('region', { name: 'Messages' })
    .evaluate((element: any) => element.scrollHeight - element.clientHeight - element.scrollTop)

/** Resolves when the messages have not moved for ten frames, because scrolling continues after the event of the wheel. */
const untilStill = (page: Page) =>
  page.getByRole('region', { name: 'Messages' }).evaluate(
    (element: any) =>
      new Promise<void>((resolve) => {
        const view = element.ownerDocument.defaultView
        let [last, frames] = [element.scrollTop, 0]
        const check = () => {
          frames = element.scrollTop === last ? frames + 1 : 0
          last = element.scrollTop
          if (frames === 10) resolve()
          else view.requestAnimationFrame(check)
        }
        check()
      })
  )

/** Opens a chat with a long reply at its end, without reduced motion. */
const openLongChat = async (page: Page, stage: { upstream: any }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  stage.upstream.answer = speak(longReply)
  await page.goto('/')
  await openNewChat(page, 'Wenna Thorncroft')
  await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
  await say(page, 'Who keeps the time?')
  await settled(page)
  await on(page).messages.nth(2).waitFor()
  await until(async () => (await distanceToEnd(page)) < 1, 'the view is at the end')
}

test.group('Reading', () => {
  journey(
    'stays in place while a reply streams and completes below, and while the composer grows',
    { rubies: 50, height: 700 },
    async ({ assert, stage, page }) => {
      await openLongChat(page, stage)
      const { messages, composer } = on(page)
      const model = nextReply(stage.upstream)
      await say(page, 'And then?')
      await model.say(sentence)
      await messages.last().filter({ hasText: sentence.trim() }).waitFor()
      await page.getByRole('region', { name: 'Messages' }).hover()
      await page.mouse.wheel(0, -400)
      await jump(page).waitFor()

      const anchor = messages.nth(2).locator('p').last()
      const moved = await watch(anchor)
      for (let index = 0; index < 12; index++) {
        await model.say(sentence)
        await page.evaluate(framesLater)
      }
      await page.getByRole('button', { name: 'Jump to newest, 1 new' }).waitFor()
      await model.end()
      await settled(page)
      await composer.fill('One\nTwo\nThree\nFour\nFive')
      await page.getByText('Draft saved').waitFor()
      await composer.press('Escape')
      await page.evaluate(frames(20))
      assert.isBelow(await moved(), 0.5)

      await jump(page).click()
      await jump(page).waitFor({ state: 'detached' })
      await until(async () => (await distanceToEnd(page)) < 1, 'the jump led to the end')
    }
  ).tags(longRun)

  journey(
    'follows a streaming reply at the end, without jumps at its start and end',
    { rubies: 50, height: 700 },
    async ({ assert, stage, page }) => {
      await openLongChat(page, stage)
      const { messages } = on(page)
      const model = nextReply(stage.upstream)
      await say(page, 'And then?')
      await model.asked
      const reply = messages.last()
      await reply.getByText('Generating...').waitFor()
      await until(async () => (await distanceToEnd(page)) < 1, 'the placeholder of the reply is in view')
      const height = () => reply.evaluate((element: any) => element.getBoundingClientRect().height)
      const before = await height()
      await model.say('She nods.')
      await on(page).cursor.waitFor()
      assert.approximately(await height(), before, 0.5)

      await page.evaluate(`(() => {
        const list = document.querySelector('[aria-label="Messages"]')
        window.backwards = 0
        let last = list.scrollTop
        list.addEventListener('scroll', () => {
          if (list.scrollTop < last - 0.5) window.backwards += 1
          last = list.scrollTop
        })
      })()`)
      for (let index = 0; index < 30; index++) {
        await model.say(` ${sentence}`)
        await page.evaluate(framesLater)
      }
      await until(async () => (await distanceToEnd(page)) < 1, 'the view has followed')
      assert.equal(await page.evaluate('window.backwards'), 0)
      const moved = await watch(reply.locator('p').last())
      await model.end()
      await settled(page)
      await page.evaluate(frames(20))
      assert.isBelow(await moved(), 0.5)
      assert.isBelow(await distanceToEnd(page), 1)
    }
  ).tags(longRun)

  journey(
    'stops following as soon as the reader scrolls up',
    { rubies: 50, height: 700 },
    async ({ assert, stage, page }) => {
      await openLongChat(page, stage)
      const { messages } = on(page)
      const model = nextReply(stage.upstream)
      await say(page, 'And then?')
      for (let index = 0; index < 8; index++) await model.say(sentence)
      await messages.last().filter({ hasText: sentence.trim() }).waitFor()
      await page.getByRole('region', { name: 'Messages' }).hover()
      await until(async () => (await distanceToEnd(page)) < 1, 'the view has followed')
      await page.mouse.wheel(0, -30)
      await until(async () => (await distanceToEnd(page)) > 10, 'the view has scrolled')
      await untilStill(page)
      const moved = await watch(messages.last().locator('p').last())
      for (let index = 0; index < 8; index++) {
        await model.say(sentence)
        await page.evaluate(framesLater)
      }
      assert.isBelow(await moved(), 0.5)
      await model.end()
      await settled(page)
    }
  ).tags(longRun)

  journey(
    'keeps the newest text in view when a keyboard opens and when the composer grows',
    { rubies: 50, width: 360, height: 740 },
    async ({ assert, stage, page }) => {
      await openLongChat(page, stage)
      const { messages, composer } = on(page)
      const isLastWordInView = () =>
        messages.last().evaluate((element: any) => {
          const { bottom } = element.closest('[aria-label="Messages"]').getBoundingClientRect()
          return element.getBoundingClientRect().bottom <= bottom
        })
      await page.setViewportSize({ width: 360, height: 420 })
      await until(isLastWordInView, 'the newest text is above the keyboard')
      await composer.fill('One\nTwo\nThree\nFour')
      await until(isLastWordInView, 'the newest text is above the composer')
      const field = await boxOf(composer)
      assert.isAtMost(field.y + field.height, 420)
      assert.equal(await page.evaluate('document.documentElement.scrollHeight - innerHeight'), 0)
      assert.equal(await jump(page).count(), 0)
    }
  ).tags(longRun)

  journey(
    'keeps its place when earlier messages load above, and renders only the messages near the viewport',
    { rubies: 50, height: 700, ownServer: true },
    async ({ assert, stage, page, client }) => {
      const total = 460
      const { messages } = on(page)
      const region = page.getByRole('region', { name: 'Messages' })
      await page.goto(await longChat(stage, client!, total))
      await messages.filter({ hasText: `Number ${total}.` }).waitFor()
      await until(async () => (await distanceToEnd(page)) < 1, 'the chat opens at its end')
      assert.isBelow(await messages.count(), 60)

      let release = () => {}
      const isHeld = new Promise<void>((held) =>
        page.route(
          /before=/,
          async (route) => {
            const mayGo = new Promise<void>((resolve) => (release = resolve))
            held()
            await mayGo
            await route.continue()
          },
          { times: 1 }
        )
      )
      let isAsked = false
      void isHeld.then(() => (isAsked = true))
      await region.hover()
      await until(async () => {
        await page.mouse.wheel(0, -600)
        return isAsked
      }, 'earlier messages are requested')
      await untilStill(page)
      const anchor = await region.evaluate((element: any) => {
        const { top } = element.getBoundingClientRect()
        const items = [...element.querySelectorAll('li[data-key]')]
        return items.find((item: any) => item.getBoundingClientRect().top > top).dataset.key
      })
      const place = () =>
        region.locator(`li[data-key="${anchor}"]`).evaluate((item: any) => ({
          top: item.getBoundingClientRect().top,
          index: Number(item.getAttribute('aria-posinset')),
        }))
      const before = await place()
      release()
      await until(async () => (await place()).index >= before.index + 200, 'the earlier messages are loaded')
      assert.approximately((await place()).top, before.top, 1)

      await until(async () => {
        await page.mouse.wheel(0, -3_000)
        return (await messages.filter({ hasText: 'Number 1. ' }).count()) > 0
      }, 'the first message is rendered')
      assert.isBelow(await messages.count(), 60)
      await jump(page).click()
      await messages.filter({ hasText: `Number ${total}.` }).waitFor()
      await until(async () => (await distanceToEnd(page)) < 1, 'the jump led to the end')
    }
  ).tags(longRun)

  for (const width of [1440, 390])
    journey(
      `looks as its user chose, on every device, at ${width} pixels`,
      { rubies: 50, width, height: 844 },
      async ({ assert, stage, page, client }) => {
        stage.upstream.answer = speak(['*She nods.* “Come in.”'])
        await page.goto(`/chat/${stage.characterIds[0]!}?new=true`)
        const { messages } = on(page)
        await say(page, 'Good evening.')
        await settled(page)
        const styleOf = (shown: Page) =>
          on(shown)
            .messages.last()
            .evaluate((item: any) => {
              const { getComputedStyle } = item.ownerDocument.defaultView
              const text = item.querySelector('.text-read')
              const { fontSize, fontFamily, lineHeight } = getComputedStyle(text)
              const chat = item.closest('[data-reading-paper]')
              return {
                fontSize,
                font: fontFamily.split(',')[0],
                lineHeight: Math.round(Number.parseFloat(lineHeight)),
                paper: chat.dataset.readingPaper,
                columnWidth: getComputedStyle(item.closest('.chat-column')).maxWidth,
                colours: new Set([...text.querySelectorAll('em, span')].map((part) => getComputedStyle(part).color))
                  .size,
              }
            })
        await messages.getByText('Come in.').waitFor()
        const before = await styleOf(page)

        await page.getByRole('button', { name: 'Chat menu' }).click()
        await page.getByRole('menuitem', { name: 'Reading', exact: true }).click()
        const sheet = page.getByRole('dialog', { name: 'Reading' })
        assert.deepEqual(await axeViolations(page), [])
        for (const choice of ['Very large', 'Wide', 'For dyslexia', 'Loose', 'Cream'])
          await sheet.getByText(choice, { exact: true }).click()
        await sheet.getByRole('switch', { name: /^Color speech/ }).click()
        await sheet.getByRole('switch', { name: /^Focus mode/ }).click()
        await until(async () => {
          const { reading } = (await client!.get('/api/auth/user')).body
          return reading?.speechTint === false && reading.focus
        }, 'the choices are saved')
        await page.keyboard.press('Escape')
        await sheet.waitFor({ state: 'detached' })
        assert.deepEqual(await axeViolations(page), [])
        const after = await styleOf(page)
        assert.deepEqual(after, {
          fontSize: '24px',
          font: '"Lexend Variable"',
          lineHeight: 48,
          paper: 'cream',
          columnWidth: '928px',
          colours: before.colours - 1,
        })
        assert.equal(await sidewaysOverflow(page).then(({ length }) => length), 0)

        const other = await Visitor.open({ url: stage.server.url, width: 1440, height: 844, as: client! })
        try {
          await other.page.goto(page.url())
          await on(other.page).messages.getByText('Come in.').waitFor()
          assert.deepEqual(await styleOf(other.page), after)
          const panel = other.page.getByRole('complementary', { name: /^About / })
          assert.equal(await panel.count(), 0)
          await other.page.getByRole('button', { name: /^About / }).waitFor()
          await on(other.page).composer.press('Escape')
          await panel.waitFor()
          assert.deepEqual(other.unexpected(), [])
        } finally {
          await other.context.close()
        }
      }
    ).tags(longRun)
})
