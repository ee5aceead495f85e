import { paths } from '#modules/accounts/api'
import { paths as galleryPaths } from '#modules/gallery/api'
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
        await walk.hold(paths.currentUser)
        await walk.page.goto('/')
        await walk.page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
      },
    },
    'waiting for characters': {
      bring: async (walk) => {
        await walk.hold(galleryPaths.characters)
        await walk.page.goto('/')
        await welcome(walk)
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer(galleryPaths.characters, { json: [] })
        await walk.page.goto('/')
        await welcome(walk)
        await walk.page.getByRole('heading', { name: 'They speak first' }).waitFor({ state: 'detached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(galleryPaths.characters, failure)
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
        await walk.page.getByRole('heading', { name: 'They speak first' }).waitFor()
        await walk.page.locator('.spoken').first().waitFor()
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
        await signInForms(walk.page).register.waitFor()
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
    empty: 'It has only two forms.',
    failed: 'A failing server sends no page; refused input has its own state.',
  },
  stops: 12,
}

export const notFoundToVisitors: Screen = {
  name: 'not found to visitors',
  who: 'visitor',
  states: {
    done: {
      isWhole: true,
      bring: async (walk) => {
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
