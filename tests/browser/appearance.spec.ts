import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { Page } from 'playwright-core'
import { speak } from '#tests/support/model_upstream'
import { axeViolations } from './support/axe.ts'
import { journey, type Scene } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, say, settled } from './support/screens.ts'

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Each screen in turn, as a stranger and then signed in, with something on it. */
const eachScreen = async ({ stage, page, visitor }: Scene, look: (screen: string, popup?: string) => Promise<void>) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Chatting' }).waitFor()
  await look('landing')
  await page.goto('/api/login')
  await look('sign-in')
  visitor.tolerate(/^answer: POST \/api\/login 422$/)
  const signIn = page.locator('form', { has: page.getByRole('button', { name: 'Sign in', exact: true }) })
  await signIn.getByLabel('E-mail').fill('nobody@example.test')
  await signIn.getByLabel('Password').fill('not a password')
  await signIn.getByRole('button').click()
  await page.getByRole('alert').waitFor()
  await look('refused sign-in')

  const client = await stage.visitor(20)
  const [name, value] = client.cookie.split('=') as [string, string]
  await visitor.context.addCookies([{ name, value, url: stage.server.url }])
  await page.goto('/')
  await on(page).cards.first().waitFor()
  await on(page).dailyReward.waitFor()
  await look('gallery')
  await page.goto('/ruby-shop')
  await on(page).pack(6_000).waitFor()
  await look('shop')
  await page.goto('/ruby-shop?tab=history')
  await on(page).transactions.first().waitFor()
  await look('history')
  await page.goto('/memory')
  await page.getByRole('link', { name: 'Explore characters' }).waitFor()
  await look('no recent chats')
  await page.goto('/notifications')
  await page.getByRole('heading', { name: 'Notifications' }).waitFor()
  await look('notifications')
  await page.goto('/?q=zzzzzz')
  await page.getByRole('heading', { name: 'No characters found' }).waitFor()
  await look('empty gallery')
  await page.goto('/')
  await on(page).cards.first().getByRole('button').click()
  await on(page)
    .modal.getByText(/^No previous chats/)
    .waitFor()
  await look('empty modal')
  await on(page).modal.getByRole('button', { name: 'Start New Chat' }).click()
  await page.getByRole('region', { name: 'Scenario' }).waitFor()
  await look('new chat')

  stage.upstream.answer = speak([
    `*She thinks of ${long}.* `,
    'Then she laughs.\n\n',
    `https://example.test/${'a'.repeat(120)}`,
  ])
  await say(page, `Do you know the word ${long}${long}?`)
  await settled(page)
  await on(page).balance(17).waitFor()
  await look('chat')
  await on(page).model.click()
  await page.getByRole('option').first().waitFor()
  await look('models', '[role=listbox]')
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  stage.upstream.answer = ({ response }) => void response.writeHead(500).end('{}')
  await say(page, 'And now?')
  await on(page).retry.waitFor()
  await on(page).toasts.waitFor()
  await look('failed message')

  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await on(page).cards.first().getByRole('button').click()
  await on(page)
    .modal.getByRole('button', { name: /^Continue Chat/ })
    .waitFor()
  await look('modal')
  await on(page)
    .modal.getByRole('button', { name: /^Delete chat/ })
    .click()
  await page.getByRole('alertdialog').waitFor()
  await look('question')
  await page.goto('/memory')
  await page.getByRole('link', { name: /^Continue/ }).waitFor()
  await look('recent chats')
  await page.goto('/nothing')
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  await look('404')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  await look('account menu', '[role=menu]')
}

/** Collects what a look at each screen finds, so that one run names all of it. */
const findings = async (scene: Scene, look: (page: Page, popup?: string) => Promise<string[]>): Promise<string[]> => {
  const found: string[] = []
  await eachScreen(scene, async (screen, popup) => {
    for (const line of await look(scene.page, popup)) found.push(`${screen}: ${line}`)
  })
  return found
}

const nothingFound = (assert: Assert, found: string[]) => assert.deepEqual(found, [])

test.group('Every screen', () => {
  journey('has nothing that axe objects to, in dark and in light', {}, async (scene) =>
    nothingFound(scene.assert, await findings(scene, axeViolations))
  )

  journey('has nothing that axe objects to on a phone', { width: 360, height: 640 }, async (scene) =>
    nothingFound(scene.assert, await findings(scene, axeViolations))
  )

  journey('fits into 320 pixels without scrolling sideways', { width: 320, height: 568 }, async (scene) =>
    nothingFound(scene.assert, await findings(scene, sidewaysOverflow))
  )
})
