import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { LocalBtcpay } from '#plugins/payment-btcpay/tests/local_btcpay'
import { longRun } from '#tests/support/long_run'
import { journey, type JourneyContext } from './support/journey.ts'
import { linkTo } from './support/mail.ts'
import { followSignInRedirect, on, until } from './support/screens.ts'

/** Buys a pack and returns the payment page in its new tab. */
const startPurchase = async (page: Page, rubies: number): Promise<Page> => {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), on(page).pack(rubies).click()])
  await tab.getByText('Test payment, no money moves').waitFor()
  return tab
}

const decide = (tab: Page, decision: RegExp) => tab.getByRole('button', { name: decision }).click()

const orderShows = (page: Page, text: string) => on(page).order.getByText(text, { exact: true }).waitFor()

const fillHistory = async ({ stage, client }: JourneyContext, count: number) => {
  await stage.db.query(
    `SELECT (ledger_post($1, CASE WHEN n % 2 = 0 THEN -3 ELSE 4 END, CASE WHEN n % 2 = 0 THEN 'admin_deduction' ELSE 'admin_grant' END,
       'Entry ' || n, 'entry ' || n)).outcome FROM generate_series(1, $2::int) n`,
    [client!.user.id, count]
  )
}

const sizes = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
] as const

test.group('Buying rubies', () => {
  journey('pays in a new tab, updates both tabs and gets a receipt', { rubies: 50 }, async (scene) => {
    const { assert, stage, page, client } = scene
    await page.goto('/')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Balance/ })
      .click()
    await page.waitForURL('/ruby-shop')
    const tab = await startPurchase(page, 500)
    assert.isNull(await tab.evaluate('opener'))
    await orderShows(page, 'Waiting for your payment')
    await on(page).order.getByText('Test payment: no money moves.').waitFor()
    await decide(tab, /^Pay \$9/)
    await tab.waitForURL(/\/ruby-shop\?checkout=success&order=[0-9a-f-]+$/)
    for (const one of [tab, page]) {
      await orderShows(one, 'Payment received')
      await on(one).balance(550).waitFor()
    }
    await page.getByRole('tab', { name: 'History' }).click()
    await on(page).transactions.filter({ hasText: 'Bought 500 rubies' }).getByText('Balance after: 550').waitFor()
    await on(page).order.getByRole('button', { name: 'Dismiss' }).click()
    await page.waitForURL('/ruby-shop?tab=history')
    assert.equal(await linkTo(stage, client!.user.email, /receipt for 500 rubies/), '/ruby-shop?tab=history')
  })

  journey('scrolls the order into view on a phone', { rubies: 50, width: 360, height: 640 }, async ({ page }) => {
    await page.goto('/ruby-shop')
    const tab = await startPurchase(page, 6_000)
    await tab.close()
    await orderShows(page, 'Waiting for your payment')
    await until(async () => {
      const box = await on(page).order.boundingBox()
      return box !== null && box.y >= 64 && box.y + box.height <= 640
    }, 'the order is in view')
  }).tags(longRun)

  journey('charges nothing when declined and updates both tabs', { rubies: 50 }, async ({ page }) => {
    await page.goto('/ruby-shop')
    const tab = await startPurchase(page, 1_200)
    await decide(tab, /^Decline/)
    await tab.waitForURL(/checkout=cancelled/)
    for (const one of [tab, page]) {
      await orderShows(one, 'Payment failed')
      await on(one).balance(50).waitFor()
    }
  }).tags(longRun)

  journey('can still be paid after the payment page was closed', { rubies: 50 }, async ({ page }) => {
    await page.goto('/ruby-shop')
    const tab = await startPurchase(page, 100)
    await decide(tab, /^Close/)
    await tab.waitForURL(/checkout=cancelled/)
    for (const one of [tab, page]) await orderShows(one, 'Payment canceled')
    await tab.close()
    const link = on(page).order.getByRole('link', { name: 'Open the payment page' })
    const [second] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await decide(second, /^Pay \$2/)
    await orderShows(second, 'Payment received')
    await orderShows(page, 'Payment received')
    await on(page).balance(150).waitFor()
  }).tags(longRun)

  journey('continues in the same tab when popups are blocked', { rubies: 50 }, async ({ page }) => {
    await page.addInitScript('window.open = () => null')
    await page.goto('/ruby-shop')
    await on(page).pack(100).click()
    await decide(page, /^Pay \$2/)
    await page.waitForURL(/checkout=success/)
    await orderShows(page, 'Payment received')
    await on(page).balance(150).waitFor()
    await page.reload()
    await orderShows(page, 'Payment received')
    await on(page).balance(150).waitFor()
  }).tags(longRun)

  journey('shows why an order could not be created', { rubies: 50 }, async ({ assert, page, visitor }) => {
    visitor.tolerate(/^answer: POST \/api\/rubies\/stripe-checkout (422|503)$/)
    await page.goto('/ruby-shop')
    const answers = [
      { status: 200, json: { orderId: 'nothing' }, says: 'No checkout URL received from server' },
      { status: 422, json: { message: 'There is no such pack.', code: 'x' }, says: 'There is no such pack.' },
      {
        status: 503,
        json: { message: 'Payments are not configured.', code: 'x' },
        says: 'Payments are not configured.',
      },
    ]
    for (const { says, ...answer } of answers) {
      await page.route('**/api/rubies/stripe-checkout', (route) => route.fulfill(answer), { times: 1 })
      await on(page).pack(500).click()
      await on(page).toasts.filter({ hasText: 'Order Creation Failed' }).filter({ hasText: says }).waitFor()
      await until(async () => page.context().pages().length === 1, 'the empty tab is closed')
    }
    await page.getByText('Purchases are unavailable right now').waitFor()
    assert.equal(await on(page).order.count(), 0)
  }).tags(longRun)

  journey('leads to the sign-in page when the session has ended', { rubies: 50 }, async ({ page, visitor }) => {
    visitor.tolerate(/^answer: .* 401$/)
    await page.goto('/ruby-shop')
    await on(page).pack(500).waitFor()
    await visitor.context.clearCookies()
    await followSignInRedirect(
      page,
      on(page).toasts.filter({ hasText: 'You are logged out. Logging in again...' }),
      () => on(page).pack(500).click()
    )
    await page.waitForURL('/api/login?next=%2Fruby-shop')
  }).tags(longRun)
})

test.group('Buying rubies with a BTCPay Server', () => {
  for (const size of sizes)
    journey(
      `pays an invoice, whose webhook credits the rubies, at ${size.width} px`,
      { rubies: 50, ...size },
      async ({ stage, page }) => {
        const settings = { storeId: 'store1', apiKey: 'key_of_the_store', webhookSecret: 'secret_of_the_webhook' }
        const btcpay = await new LocalBtcpay(settings).open()
        const server = await stage.secondServer({
          BTCPAY_URL: btcpay.baseUrl,
          BTCPAY_STORE: settings.storeId,
          BTCPAY_API_KEY: settings.apiKey,
          BTCPAY_WEBHOOK_SECRET: settings.webhookSecret,
        })
        btcpay.webhookUrl = `${server.url}/api/webhooks/payments/btcpay`
        try {
          await page.goto(`${server.url}/ruby-shop`)
          const [tab] = await Promise.all([page.context().waitForEvent('page'), on(page).pack(500).click()])
          await tab.getByRole('button', { name: 'Pay 9.00 USD' }).click()
          await tab.waitForURL(/\/ruby-shop\?checkout=success&order=[0-9a-f-]+$/)
          for (const one of [tab, page]) {
            await orderShows(one, 'Payment received')
            await on(one).balance(550).waitFor()
          }
        } finally {
          // Open pages would ask the stopped server for events.
          for (const one of page.context().pages()) await one.goto('about:blank')
          await Promise.all([server.stop(), btcpay.close()])
        }
      }
    ).tags(size.width === 390 ? [] : longRun)
})

test.group('Codes', () => {
  for (const size of sizes)
    journey(
      `are made by an admin and redeemed in the shop, at ${size.width} px`,
      { rubies: 50, ...size },
      async ({ assert, stage, page, client }) => {
        await stage.makeAdmin(client!)
        const main = page.getByRole('main')
        await page.goto('/admin/codes')
        await main.getByRole('button', { name: 'New codes' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox', { name: 'Name' }).fill('Summer fair')
        await dialog.getByRole('button', { name: 'Make codes' }).click()
        const codes = main.getByRole('list', { name: 'Codes', exact: true }).getByRole('listitem')
        await codes.nth(9).waitFor()
        const code = (await codes.first().textContent())!
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          main.getByRole('button', { name: 'Download CSV' }).click(),
        ])
        const csv = await readFile(await file.path(), 'utf8')
        assert.lengthOf(csv.trim().split('\r\n'), 11)
        assert.include(csv, `${code},100,`)
        await main.getByRole('button', { name: 'Done' }).click()
        await main.getByText('0 of 10 redeemed').waitFor()

        await page.goto('/ruby-shop')
        const field = main.getByRole('textbox', { name: 'Code' })
        await field.fill(code.toLowerCase().replaceAll('-', ' '))
        await field.press('Enter')
        await on(page).toasts.filter({ hasText: 'You received 100 rubies.' }).waitFor()
        await page.getByRole('tab', { name: 'History' }).click()
        await on(page)
          .transactions.filter({ hasText: 'Summer fair' })
          .filter({ hasText: /Balance (after: )?150/ })
          .waitFor()
      }
    ).tags(size.width === 390 ? [] : longRun)
})

test.group('Rewards', () => {
  journey('are claimed once a day across tabs', { rubies: 50 }, async ({ assert, page, visitor }) => {
    const other = await visitor.context.newPage()
    for (const one of [page, other]) {
      await one.goto('/')
      await on(one).dailyReward.waitFor()
    }
    await on(page).dailyReward.getByRole('button', { name: 'Claim 10 rubies' }).click()
    await on(page).toasts.filter({ hasText: 'Daily Reward Claimed' }).waitFor()
    await on(page).balance(60).waitFor()
    await on(page).dailyReward.waitFor({ state: 'detached' })
    await on(other).dailyReward.getByRole('button', { name: 'Claim 10 rubies' }).click()
    await on(other).toasts.filter({ hasText: 'Already Claimed' }).filter({ hasText: 'Come back tomorrow!' }).waitFor()
    await on(other).dailyReward.waitFor({ state: 'detached' })
    await on(other).balance(60).waitFor()
    await page.reload()
    await on(page).discord.waitFor()
    assert.equal(await on(page).dailyReward.count(), 0)
  }).tags(longRun)

  journey(
    'are granted once for joining Discord, after opening the invite',
    { rubies: 50 },
    async ({ assert, page, visitor }) => {
      await visitor.context.route('https://discord.gg/**', (route) => route.fulfill({ body: 'An invite.' }))
      await page.goto('/')
      const [invite] = await Promise.all([
        visitor.context.waitForEvent('page'),
        on(page)
          .discord.getByRole('link', { name: /^Join Discord/ })
          .click(),
      ])
      await invite.waitForURL('https://discord.gg/facet')
      await invite.close()
      await on(page).discord.getByRole('button', { name: 'Claim 50 rubies' }).click()
      await on(page).toasts.filter({ hasText: 'Discord Reward Claimed' }).waitFor()
      await on(page).balance(100).waitFor()
      await on(page).discord.waitFor({ state: 'detached' })
      await page.reload()
      await on(page).dailyReward.waitFor()
      assert.equal(await on(page).discord.count(), 0)
    }
  ).tags(longRun)

  journey('stay hidden once dismissed', { rubies: 50 }, async ({ assert, page }) => {
    await page.goto('/')
    await on(page).discord.getByRole('button', { name: 'Dismiss' }).click()
    await on(page).discord.waitFor({ state: 'detached' })
    await page.reload()
    await on(page).dailyReward.waitFor()
    assert.equal(await on(page).discord.count(), 0)
  }).tags(longRun)
})

test.group('Ruby history', () => {
  journey('loads 500 entries page by page to the first', { rubies: 50 }, async (scene) => {
    const { assert, page } = scene
    await fillHistory(scene, 499)
    await page.goto('/ruby-shop?tab=history')
    const { transactions } = on(page)
    await until(async () => (await transactions.count()) === 50, 'the first page is loaded')
    await transactions.first().getByText('Entry 499').waitFor()
    const more = page.getByRole('button', { name: 'Show more' })
    for (let pages = 2; pages <= 10; pages++) {
      await more.click()
      await until(async () => (await transactions.count()) === 50 * pages, `${pages} pages are loaded`)
    }
    await page.getByText('That’s everything.').waitFor()
    assert.equal(await more.count(), 0)
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'That’s everything.')
    assert.equal(new Set(await transactions.allTextContents()).size, 500)
    assert.match((await transactions.last().textContent()) ?? '', /50 rubies received/)
  }).tags(longRun)

  journey('reports a failure and retries', { rubies: 50 }, async ({ page, visitor }) => {
    visitor.tolerate(/^failed: GET .*\/api\/rubies\/transactions/)
    await page.route('**/api/rubies/transactions*', (route) => route.abort('failed'), { times: 1 })
    await page.goto('/ruby-shop?tab=history')
    await page.getByRole('heading', { name: 'Couldn’t load your history' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await on(page).transactions.first().waitFor()
  }).tags(longRun)
})
