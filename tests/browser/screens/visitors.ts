import type { Demo } from '#modules/chat/api'
import { linkTo } from '../support/mail.ts'
import { signInForms } from '../support/screens.ts'
import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const welcome = ({ page }: Walk) => page.getByRole('heading', { name: /^Welcome to/ }).waitFor()

export const landing: Screen = {
  name: 'landing',
  row: 'landing',
  who: 'visitor',
  states: {
    loading: {
      isBlank: true,
      bring: async (walk) => {
        await walk.hold('/api/auth/user')
        await walk.page.goto('/')
        await walk.page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
      },
    },
    'waiting for characters': {
      bring: async (walk) => {
        await walk.hold('/api/characters/landing')
        await walk.page.goto('/')
        await welcome(walk)
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/characters/landing', { json: [] })
        await walk.page.goto('/')
        await welcome(walk)
        await walk.page.getByRole('heading', { name: 'They speak first' }).waitFor({ state: 'detached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/characters/landing', failure)
        await walk.page.goto('/')
        await welcome(walk)
        await walk.page.getByRole('heading', { name: 'They speak first' }).waitFor({ state: 'detached' })
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/')
        await welcome(walk)
        // The text begins when it is seen.
        await walk.page.getByRole('heading', { name: 'They speak first' }).scrollIntoViewIfNeeded()
        await walk.page.locator('.spoken').first().waitFor()
      },
    },
    'waiting for a reply': {
      isWhole: true,
      bring: async (walk) => {
        await walk.hold('/api/demo/stream', 'POST')
        await walk.page.getByRole('button', { name: 'Where are we?' }).click()
        await walk.page.getByTestId('reply-cursor').waitFor()
      },
    },
    'reply failed': {
      isWhole: true,
      bring: async (walk) => {
        // The held call reaches the server after its release, so this leaves the page before its reply can be saved.
        await walk.page.goto('/api/login')
        await walk.page.evaluate('sessionStorage.clear()')
        await walk.answer('/api/demo/stream', failure, 'POST')
        await walk.page.goto('/')
        await walk.page.getByRole('button', { name: 'Where are we?' }).click()
        await walk.page.getByRole('button', { name: 'Retry' }).waitFor()
      },
    },
    'demo over': {
      isWhole: true,
      bring: async ({ page }) => {
        const { characterIds } = (await (await page.request.get('/api/demo')).json()) as Demo
        const turn = [
          { content: 'May I sit?', isUser: true, state: 'complete' },
          { content: '*nods* Sit down.', isUser: false, state: 'complete' },
        ]
        const chats = [{ characterId: characterIds[0], transcript: 'x', messages: [...turn, ...turn] }]
        await page.evaluate((text) => sessionStorage.setItem('facet:visitor-chats', text), JSON.stringify(chats))
        await page.goto('/')
        await page.getByRole('heading', { name: /^Keep talking to/ }).waitFor()
      },
    },
  },
  stops: 12,
}

export const signIn: Screen = {
  name: 'sign-in',
  who: 'visitor',
  states: {
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/api/login')
        await signInForms(walk.page).signIn.waitFor()
      },
    },
    refused: {
      isWhole: true,
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: POST \/api\/login 422$/)
        const form = signInForms(walk.page).signIn
        await form.getByLabel('E-mail').fill('unknown@example.test')
        await form.getByLabel('Password').fill('not a password')
        await form.getByRole('button', { name: 'Sign in', exact: true }).click()
        await walk.page.getByRole('alert').waitFor()
      },
    },
    registration: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.getByRole('link', { name: 'Create account' }).click()
        await signInForms(walk.page).register.waitFor()
      },
    },
    'account refused': {
      isWhole: true,
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: POST \/api\/register 4/)
        const form = signInForms(walk.page).register
        await form.getByLabel('E-mail').fill((await walk.stage.visitor()).user.email)
        await form.getByLabel('Password').fill('correct horse battery')
        await form.getByRole('button', { name: 'Create account' }).click()
        await form.locator('[aria-invalid="true"]').waitFor()
      },
    },
  },
  without: {
    loading: 'The server renders it.',
    empty: 'It is a form.',
    failed: 'A failing server sends no page; refused input has its own state.',
  },
  stops: 8,
}

export const forgottenPassword: Screen = {
  name: 'forgotten password',
  who: 'visitor',
  states: {
    done: {
      isWhole: true,
      bring: async ({ page }) => {
        await page.goto('/api/password/forgot')
        await page.getByRole('button', { name: 'Send link' }).waitFor()
      },
    },
    refused: {
      isWhole: true,
      bring: async ({ page, visitor }) => {
        visitor.tolerate(/^answer: POST \/api\/password\/forgot 422$/)
        await page.getByLabel('E-mail').fill('no address')
        await page.getByRole('button', { name: 'Send link' }).click()
        await page.locator('[aria-invalid="true"]').waitFor()
      },
    },
    sent: {
      isWhole: true,
      bring: async ({ page }) => {
        await page.getByLabel('E-mail').fill('unknown@example.test')
        await page.getByRole('button', { name: 'Send link' }).click()
        await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
      },
    },
    'with a link': {
      isWhole: true,
      bring: async ({ page, stage }) => {
        const { email } = (await stage.visitor()).user
        await page.request.post('/api/password/forgot', { data: { email } })
        await page.goto(await linkTo(stage, email, /Reset/))
        await page.getByRole('button', { name: 'Change password' }).waitFor()
      },
    },
    'refused again': {
      isWhole: true,
      bring: async ({ page, visitor }) => {
        visitor.tolerate(/^answer: POST \/api\/password\/reset 422$/)
        await page.getByLabel('New password').fill('short')
        await page.getByRole('button', { name: 'Change password' }).click()
        await page.locator('[aria-invalid="true"]').waitFor()
      },
    },
    'with an old link': {
      isWhole: true,
      bring: async ({ page, visitor }) => {
        visitor.tolerate(/^answer: GET \/api\/password\/reset\S* 404$/)
        await page.goto('/api/password/reset?token=x')
        await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
      },
    },
  },
  without: {
    loading: 'The server renders it.',
    empty: 'It is a form.',
    failed: 'A failing server sends no page; refused input has its own state.',
  },
  stops: 4,
}

export const notFoundToVisitors: Screen = {
  name: 'not found to visitors',
  who: 'visitor',
  states: {
    done: {
      isWhole: true,
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: GET \/nothing 404$/)
        await walk.page.goto('/nothing')
        await walk.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
      },
    },
  },
  without: { loading: 'It makes no call.', empty: 'It makes no call.', failed: 'It makes no call.' },
  stops: 5,
}

export const notFound: Screen = {
  ...notFoundToVisitors,
  name: 'not found',
  who: 'member',
}
