import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { Client } from '#tests/support/client'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { journey } from './support/journey.ts'
import { focusOn, tabTo } from './support/keys.ts'
import { newCharacter } from './support/new_character.ts'
import { signInForms, on, openNewChat, say, settled } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

let count = 0
const newName = () => `name_${process.pid}_${++count}`

const places = (page: Page) => {
  const main = page.getByRole('main')
  return {
    main,
    tab: (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }),
    panel: (name: string) => page.getByRole('tabpanel', { name: new RegExp(`^${name}`) }),
    text: (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) }),
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    adult: main.getByRole('switch', { name: /^Limitless content/ }),
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
    answer: (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }),
    toast: (text: string) => on(page).toasts.filter({ hasText: text }),
  }
}

test.group('Settings', () => {
  journey(
    'turn adult content on after an age statement, uncover it in the gallery at once, and withdraw the statement',
    { rubies: 50, ownServer: true },
    async ({ assert, stage, page, client }) => {
      const author = await new Client(stage.server.url).register()
      await newCharacter(author, { name: 'Night Rose', category: 'Limitless' })
      const { adult, question, answer, toast } = places(page)
      const cover = page.getByRole('link', { name: 'Enable in Settings' })

      await page.goto('/?q=Night')
      await cover.click()
      await page.waitForURL('/settings/content')
      assert.isFalse(await adult.isChecked())
      await adult.click()
      await answer('Cancel').click()
      await question.waitFor({ state: 'detached' })
      assert.isFalse(await adult.isChecked())
      await adult.click()
      await answer('I’m an adult').click()
      await toast('Settings Updated').waitFor()
      assert.isTrue(await adult.isChecked())
      assert.isTrue((await client!.get('/api/auth/user')).body.limitlessEnabled)

      await page.goBack()
      await on(page).card('Night Rose').waitFor()
      assert.equal(await cover.count(), 0)
      await page.reload()
      await on(page).card('Night Rose').waitFor()
      await page.getByText('Mends nets.').first().waitFor()

      await page.goto('/settings/content')
      await page.getByRole('button', { name: 'Withdraw' }).click()
      await answer('Withdraw').click()
      await toast('Limitless content is off.').waitFor()
      await page.getByRole('button', { name: 'Withdraw' }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Facet home' }).click()
      await cover.waitFor()
      assert.equal(await on(page).card('Night Rose').count(), 0)
    }
  ).tags(longRun)

  journey(
    'save a username and a persona, which the model gets with the next message',
    { rubies: 50 },
    async ({ assert, stage, page }) => {
      const { tab, panel, text, button, toast } = places(page)
      const name = newName()
      await page.goto('/settings?tab=username')
      await text('Username').fill('no spaces')
      await page.getByText('Username can only contain letters, numbers, underscores, and hyphens').waitFor()
      await text('Username').fill(name)
      await page.getByText('Username is available!').waitFor()
      await button('Save username').click()
      await toast(`Your username is now ${name}.`).waitFor()

      await tab('Persona').click()
      await page.waitForURL('/settings?tab=persona')
      await text('Name').fill('Captain Reed')
      await text('Background').fill('Forty years at sea.')
      await panel('Persona').getByText('Who Captain Reed is').waitFor()
      await button('Save persona').click()
      await toast('Characters will use it').waitFor()
      await page.reload()
      assert.equal(await text('Background').inputValue(), 'Forty years at sea.')

      stage.upstream.answer = speak(['Aye.'])
      await page.goto('/')
      await on(page).cards.first().waitFor()
      await openNewChat(page, 'Wenna Thorncroft')
      await say(page, 'Good evening.')
      await on(page).messages.filter({ hasText: 'Aye.' }).waitFor()
      await settled(page)
      const asked = JSON.stringify(stage.upstream.calls.at(-1)!.body)
      for (const detail of ['Captain Reed', 'Forty years at sea.']) assert.include(asked, detail)
    }
  ).tags(longRun)

  journey(
    'change the password, which ends every other session',
    { rubies: 50 },
    async ({ assert, stage, page, client }) => {
      const { main, button, toast, question, answer } = places(page)
      const elsewhere = new Client(stage.server.url)
      const { email } = client!.user
      await elsewhere.post('/api/login', { email, password: 'correct horse' })
      const other = await Visitor.open({ url: stage.server.url, as: elsewhere })
      other.tolerate(/401/)
      await other.page.goto('/settings')
      await places(other.page).text('First name').fill('Nobody')

      await page.goto('/settings/security')
      await main.getByLabel('Current password').fill('correct horse')
      await main.getByLabel('New password', { exact: true }).fill('another horse')
      await main.getByLabel('Confirm new password').fill('another horse')
      await button('Change password').click()
      await toast('Password Changed').waitFor()

      // The other session loses its input without a prompt on the way to the sign-in page.
      await places(other.page).button('Save changes').click()
      await other.page.waitForURL(/\/api\/login\?next=%2Fsettings$/)
      const { signIn } = signInForms(other.page)
      await signIn.getByLabel('E-mail').fill(email)
      await signIn.getByLabel('Password').fill('another horse')
      await signIn.getByRole('button', { name: 'Sign in', exact: true }).click()
      await other.page.waitForURL('/settings')
      assert.equal(await places(other.page).text('First name').inputValue(), 'Robin')
      assert.deepEqual(other.unexpected(), [])
      await other.context.close()

      await button('Sign out everywhere').click()
      await answer('Sign out').click()
      await page.getByRole('link', { name: 'Start Chatting' }).waitFor()
      assert.equal(await question.count(), 0)
      assert.equal((await client!.get('/api/auth/user')).status, 401)
    }
  ).tags(longRun)

  journey(
    'export the user’s data and delete the account, without a redirect to sign-in',
    { rubies: 50 },
    async ({ assert, stage, visitor, page, client }) => {
      const { main, button, dialog } = places(page)
      // Open pages of a deleted user get 401.
      visitor.tolerate(/401/)
      const { email, id } = client!.user
      const [chat] = await stage.chats(client!, 1)
      await page.goto('/settings/data')
      const coming = page.waitForEvent('download')
      await button('Export').click()
      const download = await coming
      assert.match(download.suggestedFilename(), /^account-export-.*\.json$/)
      const file = JSON.parse(await readFile(await download.path(), 'utf8'))
      assert.equal(file.account.email, email)
      assert.equal(file.chats[0].id, chat!.sessionId)
      assert.equal(file.chats[0].messages[0].content, 'Good evening.')
      await main.getByText('Your file is ready').waitFor()

      await button('Delete account').click()
      await dialog.getByLabel('Current password').fill('wrong horse')
      await dialog.getByLabel('Type “delete” to confirm').fill('delete')
      await dialog.getByRole('button', { name: 'Delete account' }).click()
      await dialog.getByText('The current password is wrong.').waitFor()
      visitor.tolerate(/422/)
      await dialog.getByLabel('Current password').fill('correct horse')
      // The event stream ends, which refetches the current user.
      const isNoticed = page.waitForResponse(
        (answer) => answer.url().endsWith('/api/auth/user') && answer.status() === 401
      )
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Your account is deleted' }).waitFor()
      await isNoticed
      await dialog.getByRole('button', { name: 'Go to the start page' }).click()
      await page.getByRole('link', { name: 'Start Chatting' }).waitFor()
      const { rows } = await stage.db.query('SELECT FROM users WHERE id = $1', [id])
      assert.lengthOf(rows, 0)
      assert.equal(
        (await new Client(stage.server.url).post('/api/login', { email, password: 'correct horse' })).status,
        401
      )
    }
  ).tags(longRun)

  journey(
    'choose a theme, which every page has from its first paint',
    { rubies: 50, colorScheme: 'dark' },
    async ({ assert, page, stage, visitor, client }) => {
      const textColor = () => page.evaluate<string>('getComputedStyle(document.body).color')
      const browserBar = () => page.locator('meta[name="theme-color"]').first().getAttribute('content')
      const choose = async (name: string) => {
        await page.getByRole('button', { name: 'Account menu' }).click()
        await page.getByRole('menuitemradio', { name }).click()
        assert.isTrue(await page.getByRole('menuitemradio', { name }).isChecked())
        await page.keyboard.press('Escape')
      }
      await page.goto('/notifications')
      const dark = await textColor()
      await choose('Light theme')
      const light = await textColor()
      assert.notEqual(light, dark)
      assert.equal(await browserBar(), '#fbf9fb')

      // The pages as the server sends them, without the app.
      const plain = await Visitor.open({ url: stage.server.url, as: client!, javaScript: false, colorScheme: 'dark' })
      await plain.context.addCookies(await visitor.context.cookies())
      for (const path of ['/', '/settings', '/api/login']) {
        await plain.page.goto(path)
        assert.equal(await plain.page.evaluate('getComputedStyle(document.body).color'), light, path)
        assert.equal(await plain.page.locator('meta[name="theme-color"]').first().getAttribute('content'), '#fbf9fb')
      }
      await plain.context.close()

      await page.reload()
      assert.equal(await textColor(), light)
      await choose('System theme')
      assert.equal(await textColor(), dark)
      assert.equal(await browserBar(), '#0f0c12')
      await page.emulateMedia({ colorScheme: 'light' })
      assert.equal(await textColor(), light)
      assert.notInclude(
        (await visitor.context.cookies()).map(({ name }) => name),
        'facet_theme'
      )
    }
  ).tags(longRun)

  journey('work by keyboard alone', { rubies: 50 }, async ({ assert, page, client }) => {
    const { tab, text, button, toast, question, adult } = places(page)
    const { keyboard } = page
    await page.goto('/settings')
    await text('First name').waitFor()
    await tabTo(page, tab('Account'))
    await keyboard.press('ArrowRight')
    await focusOn(tab('Username'))
    await keyboard.press('ArrowRight')
    await page.waitForURL('/settings?tab=persona')
    await tabTo(page, text('Name'))
    await keyboard.type('Captain Reed')
    await keyboard.press('Enter')
    await toast('Settings Updated').waitFor()
    assert.equal((await client!.get('/api/user/settings')).body.personaName, 'Captain Reed')
    // Tabs come before their panel in the tab order.
    await tabTo(page, tab('Persona'), 'Shift+Tab')
    await keyboard.press('Home')
    await page.waitForURL('/settings?tab=account')
    await tabTo(page, text('First name'))
    await keyboard.press('End')
    await keyboard.type('ette')
    await tabTo(page, button('Discard'))
    await keyboard.press('Enter')
    await focusOn(text('First name'))
    assert.equal(await text('First name').inputValue(), 'Robin')
    await tabTo(page, page.getByRole('link', { name: 'Content and replies' }))
    await keyboard.press('Enter')
    await page.waitForURL('/settings/content')
    await tabTo(page, adult)
    await keyboard.press('Space')
    await question.waitFor()
    await keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await focusOn(adult)
    assert.isFalse(await adult.isChecked())
  }).tags(longRun)
})
