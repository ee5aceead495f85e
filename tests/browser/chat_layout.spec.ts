import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright-core'
import { longRun } from '#tests/support/long_run'
import { speak } from '#tests/support/model_upstream'
import { boxOf } from './support/box.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { nextReply, on, say, settled, until } from './support/screens.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Messages' })
const bottomOf = async (place: Locator) => {
  const { y, height } = await boxOf(place)
  return y + height
}
/** Returns the first line of the text in a place. */
const firstLine = (place: Locator) =>
  place.evaluate((element: any) => {
    const range = element.ownerDocument.createRange()
    range.selectNodeContents(element)
    const { top, bottom } = range.getClientRects()[0]
    return { top, bottom }
  })

test.group('A chat on a phone', () => {
  journey(
    'shows the first line of the greeting, and leaves room for messages above the keyboard',
    { rubies: 50, width: 390, height: 844 },
    async ({ assert, stage, page }) => {
      stage.upstream.answer = speak(['Come in. '.repeat(60)])
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await on(page).composer.waitFor()
      await page.getByRole('region', { name: 'Scenario' }).getByRole('button', { name: /^More/ }).waitFor()
      assert.equal(await page.getByRole('banner').count(), 0)
      const header = await boxOf(page.getByRole('link', { name: 'Back', exact: true }).locator('..'))
      assert.deepEqual([header.y, header.height], [0, 48])
      await page.getByRole('link', { name: /^Balance:\s*50/ }).waitFor()

      const form = page.locator('form', { has: on(page).composer })
      const greeting = on(page).messages.first().locator('.whitespace-pre-wrap')
      assert.isBelow((await firstLine(greeting)).bottom, (await boxOf(form)).y)
      await page.setViewportSize({ width: 360, height: 640 })
      assert.isBelow((await firstLine(greeting)).top, 0.6 * 640)
      await page.setViewportSize({ width: 390, height: 844 })

      await say(page, 'Is there a room left?')
      await settled(page)
      // The height of an on-screen keyboard, by which `interactive-widget` shrinks the viewport.
      await page.setViewportSize({ width: 390, height: 844 - 336 })
      await until(async () => (await bottomOf(form)) <= 508, 'the composer is above the keyboard')
      assert.isAtLeast((await boxOf(region(page))).height, 300)
      for (const tool of await on(page).messages.last().getByRole('button').all()) {
        if (!(await tool.isVisible())) continue
        const { width, height } = await boxOf(tool)
        assert.isAtLeast(Math.min(width, height), 44, String(await tool.textContent()))
      }
    }
  ).tags(longRun)

  journey(
    'chooses the model in a sheet, which Back closes',
    { rubies: 50, width: 390, height: 844 },
    async ({ assert, stage, page }) => {
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await on(page).model.filter({ hasText: 'MythoMist 7B' }).click()
      const sheet = page.getByRole('dialog', { name: 'Model' })
      await sheet.waitFor()
      await until(async () => Math.round(await bottomOf(sheet)) === 844, 'the sheet has slid in')
      const address = page.url()
      await page.goBack()
      await sheet.waitFor({ state: 'detached' })
      assert.equal(page.url(), address)

      await on(page).model.click()
      await sheet.getByRole('button', { name: /Toppy 7B/ }).click()
      await on(page).model.filter({ hasText: 'Toppy 7B' }).waitFor()
      await sheet.waitFor({ state: 'detached' })
    }
  ).tags(longRun)

  const name = 'Wenna'.repeat(16)
  journey(
    'breaks or shortens a name of 80 letters, everywhere',
    { rubies: 50, width: 320, height: 640 },
    async ({ assert, stage, page, client }) => {
      const made = await client!.post('/api/characters', {
        name,
        description: `${name} keeps the tide log.`,
        backstory: 'She was born on the pier.',
        personality: 'Dry.',
        scenario: `A knock at the door of ${name}.`,
        firstMessage: `*${name} looks up.* Come in.`,
        avatar: '/pictures/builtin/noor-avatar.webp',
        isPublic: false,
      })
      assert.equal(made.status, 201, made.text)
      stage.upstream.answer = speak(['Come in.'])
      const fits = async (where: string) => {
        const cutOff = await page.evaluate<
          string[]
        >(`[...document.querySelectorAll('main *, [role=dialog], [role=dialog] *')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto')
          // This row scrolls sideways by design.
          .filter((one) => one.getAttribute('aria-label') !== 'Ways to begin')
          .map((one) => one.outerHTML.slice(0, 120))`)
        assert.deepEqual([...(await sidewaysOverflow(page)), ...cutOff], [], where)
      }
      await page.goto(`/chat/${made.body.id}?new=true`)
      await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
      await fits('a new chat')
      await say(page, 'Hello')
      await settled(page)
      await fits('a chat')
      await page.getByRole('button', { name: `About ${name}` }).click()
      await page.getByRole('dialog').waitFor()
      await fits('about the character')

      await page.goto('/memory')
      await page.getByRole('heading', { name }).waitFor()
      await fits('recent chats')
      await page.getByRole('button', { name: `Delete chat with ${name}` }).click()
      await page.getByRole('alertdialog').waitFor()
      await fits('deleting a chat')

      await page.goto(`/character/${made.body.id}`)
      await page.getByRole('button', { name: 'Start Chat' }).click()
      await on(page)
        .modal.getByRole('link', { name: /^Continue Chat/ })
        .waitFor()
      await fits('chat selection')
      await page.keyboard.press('Escape')
      await on(page).modal.waitFor({ state: 'detached' })
      await fits('a character')

      await page.setViewportSize({ width: 1100, height: 800 })
      await page.goto(`/chat/${made.body.id}`)
      await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name }).waitFor()
      await fits('beside the sidebar')
    }
  ).tags(longRun)
})

test.group('A chat on a small laptop', () => {
  journey(
    'has a sidebar of icons, and one of labels from 1280 px, unless its user has collapsed it',
    { rubies: 50, width: 1100, height: 800 },
    async ({ assert, stage, page, client }) => {
      const [chat] = await stage.chats(client!, 1, 'reroll')
      const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
      const widthOf = async (place: Locator) => (await boxOf(place)).width
      // Before the app has loaded, the server's page has the same width.
      const hasWidthAtOnce = async (width: number) => {
        await page.route('**/assets/main-*.js', () => {})
        await page.reload({ waitUntil: 'commit' })
        const rendered = page.locator('#root > [inert] aside[aria-label=Sidebar]')
        await rendered.waitFor()
        assert.equal(await widthOf(rendered), width)
        await page.unroute('**/assets/main-*.js')
      }
      const open = async () => {
        await page.goto(`/chat/${chat!.characterId}?session=${chat!.sessionId}`)
        await sidebar.getByRole('link', { name: 'Explore', exact: true }).waitFor()
      }
      await open()
      const icons = await widthOf(sidebar)
      assert.isBelow(icons, 80)
      assert.equal(
        await page
          .getByText(/^Balance:\s*\d+/)
          .filter({ visible: true })
          .count(),
        1
      )
      await hasWidthAtOnce(icons)

      await page.setViewportSize({ width: 1280, height: 800 })
      await open()
      const recent = sidebar.getByRole('region', { name: 'Recent chats' }).getByRole('link')
      await recent.getByText('Just now').waitFor()
      assert.isAbove(await widthOf(sidebar.getByText('Explore', { exact: true })), 30)
      await page
        .getByRole('complementary', { name: /^About / })
        .getByRole('heading', { name: 'Scenario' })
        .waitFor()
      await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click()
      assert.equal(await widthOf(sidebar), icons)
      await hasWidthAtOnce(icons)
    }
  ).tags(longRun)
})

test.group('A streaming reply', () => {
  journey(
    'keeps its cursor above the fade at the lower edge and names the writing character',
    { rubies: 50, width: 390, height: 640 },
    async ({ assert, stage, page }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
      const model = nextReply(stage.upstream)
      await say(page, 'Who keeps the time?')
      await page
        .getByRole('status')
        .filter({ hasText: /is writing…$/ })
        .waitFor()
      // The position of the cursor in every frame, measured from the lower edge of the messages.
      await region(page).evaluate((element: any) => {
        const view = element.ownerDocument.defaultView
        const gaps: number[] = (view.cursorGaps = [])
        const record = () => {
          const cursor = element.querySelector('[data-testid=reply-cursor]')
          if (cursor) gaps.push(element.getBoundingClientRect().bottom - cursor.getBoundingClientRect().bottom)
          view.requestAnimationFrame(record)
        }
        record()
      })
      for (let part = 1; part <= 12; part++) {
        await model.say(`On day ${part}, the tide keeps the time here, and I only write it down.\n\n`)
        await on(page).messages.last().getByText(`On day ${part}, the tide`).waitFor()
      }
      assert.isAtLeast(Math.min(...(await page.evaluate<number[]>('cursorGaps'))), 24)
      await model.end()
      await settled(page)
      await page.getByText(/is writing…$/).waitFor({ state: 'detached' })
    }
  ).tags(longRun)
})
