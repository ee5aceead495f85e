import type { AccountSettings } from '#modules/accounts/api'
import { codeOf, turnOn } from '#modules/accounts/tests/second_factor_support'
import { framesLater } from '../support/look.ts'
import { signInForms, until } from '../support/screens.ts'
import type { Walk } from '../support/walk.ts'
import type { Screen, State } from './screen.ts'

const why = 'Another spec covers it.'
const without = { loading: why, empty: why, failed: why, done: why }

const field = ({ page }: Walk, name: string) => page.getByRole('textbox', { name })

const takeFirstStep = async (walk: Walk) => {
  const client = await walk.stage.visitor()
  await turnOn(client)
  await walk.page.goto('/api/login')
  const { signIn: form } = signInForms(walk.page)
  await form.getByLabel('E-mail').fill(client.user.email)
  await form.getByLabel('Password').fill('correct horse')
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await field(walk, 'Code').waitFor()
}

const secondStep: Screen = {
  name: 'second step',
  who: 'visitor',
  states: {
    asked: { bring: takeFirstStep },
    refused: {
      bring: async (walk) => {
        await field(walk, 'Code').fill('no code')
        await walk.page.keyboard.press('Enter')
        await walk.page.getByRole('alert').waitFor()
      },
    },
    'recovery code': {
      bring: async ({ page }) => {
        await page.getByRole('link', { name: 'Use a recovery code' }).click()
        await page.getByRole('textbox', { name: 'Recovery code' }).waitFor()
      },
    },
  },
  without,
}

const section = ({ page }: Walk, name: string) => page.getByRole('region', { name })
const twoStep = (walk: Walk) => section(walk, 'Two-step sign-in')
const inView = (walk: Walk, name: string) =>
  section(walk, name).evaluate((one: any) => one.scrollIntoView({ block: 'center' }))
/** Scrolls the section into view again after a resize. */
const inViewState = (bring: State['bring'], name = 'Two-step sign-in'): State => ({
  bring: async (walk) => {
    await bring(walk)
    await inView(walk, name)
  },
  again: (walk) => inView(walk, name),
})
const reload = async (walk: Walk) => {
  await walk.page.goto('/profile')
  await walk.page.goto('/settings/security#two-step')
  await twoStep(walk).getByRole('button').first().waitFor()
}
const factorIs = (walk: Walk, factor: AccountSettings['secondFactor']) =>
  walk.change<AccountSettings>('/api/user/settings', (settings) => ({ ...settings, secondFactor: factor }))

const twoStepSignIn: Screen = {
  name: 'two-step sign-in',
  row: 'settingsSecurity',
  who: 'member',
  states: {
    off: inViewState(reload),
    setup: inViewState(async (walk) => {
      await twoStep(walk).getByRole('button', { name: 'Set up' }).click()
      await twoStep(walk)
        .getByRole('img', { name: /^QR code/ })
        .waitFor()
    }),
    'setup refused': inViewState(async (walk) => {
      await twoStep(walk).getByRole('textbox', { name: 'Code' }).fill('no code')
      await walk.page.keyboard.press('Enter')
      await twoStep(walk).locator('[aria-invalid=true]').waitFor()
    }),
    codes: inViewState(async (walk) => {
      const secret = (await twoStep(walk).locator('code').textContent())!.replaceAll(' ', '')
      await twoStep(walk).getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
      await walk.page.keyboard.press('Enter')
      await twoStep(walk).getByText('Save these recovery codes').waitFor()
    }),
    on: inViewState(reload),
    'turning it off': {
      bring: async (walk) => {
        await twoStep(walk).getByRole('button', { name: 'Turn off' }).click()
        await walk.page.getByRole('dialog').waitFor()
      },
    },
    'few codes left': inViewState(async (walk) => {
      await factorIs(walk, { since: new Date().toISOString(), recoveryCodesLeft: 2 })
      await reload(walk)
    }),
  },
  without,
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const safety: Screen = {
  name: 'signed in',
  row: 'settingsSecurity',
  who: 'member',
  states: {
    elsewhere: inViewState(async (walk) => {
      const devices = ['Firefox on Linux', 'Safari on iPhone', null]
      await walk.change<object[]>('/api/user/sessions', ([own]) => [
        own,
        ...devices.map((device, index) => ({
          ...own,
          id: `00000000-0000-7000-8000-00000000000${index}`,
          device,
          isCurrent: false,
          createdAt: ago(300 * (index + 1)),
          lastUsedAt: ago(20 ** index),
        })),
      ])
      await walk.page.goto('/settings/security')
      await section(walk, 'Devices').getByRole('listitem').nth(3).waitFor()
    }, 'Devices'),
    'asked for a proof': {
      bring: async (walk) => {
        await walk.answer('/api/user/second-factor', {
          status: 403,
          json: { message: 'Please show that it is you.', code: 'proof_needed' },
        })
        await twoStep(walk).getByRole('button', { name: 'Set up' }).click()
        await walk.page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
      },
    },
  },
  without,
}

/** Simulates the message of a new service worker. */
const announceBuild = `navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { build: 'another' } }))`

const versions: Screen = {
  name: 'version',
  who: 'member',
  states: {
    'new one': {
      bring: async (walk) => {
        await walk.page.goto('/')
        await walk.page.getByRole('main').getByRole('article').first().waitFor()
        // The listener is added with a lazily loaded chunk.
        await until(async () => {
          await walk.page.evaluate(announceBuild)
          await walk.page.evaluate(framesLater)
          return walk.page.getByText(/^A new version of .+ is ready$/).isVisible()
        }, 'the new version is offered')
      },
    },
    offline: {
      bring: async ({ page }) => {
        await page.goto('/offline.html')
        await page.getByRole('heading', { name: 'No connection' }).waitFor()
      },
    },
  },
  without,
}

/** States that other specs test. They are here for the screenshots only. */
export const picturedScreens: readonly Screen[] = [secondStep, twoStepSignIn, safety, versions]
