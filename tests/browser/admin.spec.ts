import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { Client } from '#tests/support/client'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, until } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

let count = 0
/** Returns a name that no other test's search matches. */
const newName = () => `Person${process.pid}x${++count}`

const places = (page: Page) => {
  const main = page.getByRole('main')
  const rubies = main.getByRole('region', { name: 'Ruby management' })
  const question = page.getByRole('alertdialog')
  return {
    main,
    rubies,
    question,
    users: main.getByRole('region', { name: 'Users' }),
    amount: rubies.getByRole('spinbutton', { name: 'Amount' }),
    picker: rubies.getByRole('combobox', { name: 'User' }),
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    answer: (name: string) => question.getByRole('button', { name, exact: true }),
    toast: (text: string) => on(page).toasts.filter({ hasText: text }),
    figure: (name: string) => main.getByRole('figure', { name }),
    acts: main.getByRole('heading', { level: 3 }),
    way: (name: string) => page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }),
  }
}

test.group('Admins', () => {
  for (const [what, size] of [
    ['at a desk', { width: 1440, height: 900 }],
    ['with a small phone', { width: 320, height: 640 }],
  ] as const)
    journey(
      `grant, deduct and disable ${what}, and find it in the audit log`,
      { rubies: 50, ...size },
      async ({ assert, stage, page, client: admin }) => {
        await stage.makeAdmin(admin!)
        const firstName = newName()
        const person = await new Client(stage.server.url).register({ firstName, lastName: 'Venn' })
        const { main, rubies, amount, picker, question, answer, toast, button, users, figure, acts, way } = places(page)
        const found: string[] = []
        // Checks only once those screens that don't depend on the size.
        const isSame = (state: string) => state !== 'tab' && size.width < 1024
        const look = async (state: string) => {
          const objections = isSame(state) ? [] : await axeViolations(page)
          for (const line of [...objections, ...(await sidewaysOverflow(page))]) found.push(`${state}: ${line}`)
        }

        await page.goto('/settings')
        await page.getByRole('tab', { name: 'Admin' }).click()
        assert.equal(await page.getByRole('tab').count(), 4)
        await picker.fill(firstName.toLowerCase())
        await until(async () => (await rubies.getByRole('option').count()) === 1, 'one user is offered')
        await rubies.getByRole('option', { name: firstName }).waitFor()
        await look('picker')
        await rubies.getByRole('option').click()
        await amount.fill('100')
        await rubies.getByText(/^150 rubies$/).waitFor()
        await button('Grant 100 rubies').click()
        await toast('Rubies granted').waitFor()
        await amount.fill('-30')
        await button('Deduct 30 rubies').click()
        await question.getByText('from 150 to 120').waitFor()
        await answer('Deduct').click()
        await toast('Rubies deducted').waitFor()
        assert.equal((await person.get('/api/auth/user')).body.rubies, 120)

        const theirs = await Visitor.open({ url: stage.server.url, as: person })
        theirs.tolerate(/401/)
        await theirs.page.goto('/profile')
        await theirs.page.getByRole('heading', { level: 1 }).waitFor()
        await users.getByRole('searchbox').fill(person.user.email)
        await button(`Disable account of ${firstName} Venn`).click()
        await question.getByText('will be signed out everywhere').waitFor()
        await answer('Disable').click()
        await toast('Account disabled').waitFor()
        await button(`Enable account of ${firstName} Venn`).waitFor()
        await theirs.page.waitForURL(/\/api\/login\?next=%2Fprofile$/)
        assert.deepEqual(theirs.unexpected(), [])
        await theirs.context.close()
        await look('tab')

        await way('Audit log').click()
        await main.getByRole('searchbox', { name: 'Search the audit log' }).fill(firstName)
        await page.waitForURL(`/admin/audit?q=${firstName}`)
        await acts.filter({ hasText: firstName }).nth(2).waitFor()
        const titles = async () => (await acts.allTextContents()).map((text) => text.split(':')[0])
        // The previous results stay visible until the new ones arrive.
        await until(async () => (await titles()).length === 3, 'only entries about this user are listed')
        assert.deepEqual(await titles(), ['Account disabled', 'Rubies deducted', 'Rubies granted'])
        await main.getByRole('listitem').filter({ hasText: 'Rubies granted' }).getByText('150').first().waitFor()
        assert.include(await main.textContent(), admin!.user.email)
        await look('audit')

        await way('Dashboard').click()
        await figure('Replies').waitFor()
        await look('dashboard')
        assert.deepEqual(found, [])

        await page.goto('/settings?tab=admin')
        await users.getByRole('searchbox').fill(person.user.email)
        await button(`Enable account of ${firstName} Venn`).click()
        await answer('Enable').click()
        await toast('Account enabled').waitFor()
        const again = new Client(stage.server.url)
        assert.equal(
          (await again.post('/api/login', { email: person.user.email, password: 'correct horse' })).status,
          200
        )
      }
    ).tags(longRun)

  journey(
    'grant rubies, and find it in the audit log',
    { rubies: 50 },
    async ({ assert, stage, page, client: admin }) => {
      await stage.makeAdmin(admin!)
      const firstName = newName()
      const person = await new Client(stage.server.url).register({ firstName, lastName: 'Venn' })
      const { main, rubies, amount, picker, toast, button, acts, way } = places(page)
      await page.goto('/settings?tab=admin')
      await picker.fill(firstName.toLowerCase())
      await rubies.getByRole('option', { name: firstName }).click()
      await amount.fill('100')
      await rubies.getByText(/^150 rubies$/).waitFor()
      await button('Grant 100 rubies').click()
      await toast('Rubies granted').waitFor()
      assert.equal((await person.get('/api/auth/user')).body.rubies, 150)
      assert.deepEqual(await axeViolations(page), [])

      await way('Audit log').click()
      await acts.filter({ hasText: `Rubies granted: ${firstName} Venn` }).waitFor()
      assert.include(await main.textContent(), admin!.user.email)
    }
  ).tags(longRun)

  journey(
    'see activity in the charts, point by point',
    { rubies: 50, ownServer: true },
    async ({ assert, stage, page, client: admin }) => {
      await stage.makeAdmin(admin!)
      const { figure, main } = places(page)
      const person = await new Client(stage.server.url).register()
      const rubies = `/api/admin/users/${person.user.id}/rubies`
      assert.equal((await admin!.post(rubies, { amount: 500 })).status, 200)
      assert.equal((await admin!.post(rubies, { amount: -20 })).status, 200)
      const { body } = await person.get(`/api/chats/${stage.characterIds[0]}?new=true`)
      const say = (model: string) =>
        person.say(stage.characterIds[0]!, { content: 'Hello.', sessionId: body.session.id, model })
      stage.upstream.answer = speak(['Good evening.'])
      await say('standard')
      await say('ultra')
      stage.upstream.answer = ({ response }) => void response.writeHead(500).end()
      await say('basic')

      await page.goto('/admin')
      const totals = async (name: string) => figure(name).locator('figcaption .text-2xl').allTextContents()
      await figure('Replies').waitFor()
      assert.deepEqual(await totals('Replies'), ['2'])
      assert.deepEqual(await totals('New users'), ['2'])
      // The figures include the welcome rubies of each user.
      assert.deepEqual(await totals('Rubies in and out'), ['600', '18'])
      assert.deepEqual(await totals('Provider errors'), ['1'])
      assert.match((await totals('Time to first text'))[0]!, /^[\d.]+ m?s$/)

      const slider = figure('Replies').getByRole('slider')
      await slider.focus()
      let sum = 0
      for (const key of ['Home', ...Array<string>(23).fill('ArrowRight')]) {
        await page.keyboard.press(key)
        sum += Number(/: (\d+)$/.exec((await slider.getAttribute('aria-valuetext'))!)![1])
      }
      assert.equal(sum, 2)
      assert.equal(await slider.getAttribute('aria-valuenow'), '24')

      await page.getByRole('link', { name: 'Last 7 days' }).click()
      await page.waitForURL('/admin?period=week')
      await figure('Replies').getByText('Last 7 days').waitFor()
      assert.deepEqual(await totals('Replies'), ['2'])
      await main.getByText('No debts.').waitFor()
    }
  ).tags(longRun)

  journey('are the only users who see these screens', { rubies: 50 }, async ({ assert, page }) => {
    for (const address of ['/admin', '/admin/audit']) {
      await page.goto(address)
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    }
    await page.goto('/settings?tab=admin')
    await page.getByRole('tabpanel', { name: 'Account' }).waitFor()
    assert.equal(await page.getByRole('tab').count(), 3)
  }).tags(longRun)
})
