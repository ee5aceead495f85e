import { Client } from '#tests/support/client'
import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const page = /\/api\/creators\/[\w-]+$/
const characters = /\/api\/creators\/[\w-]{36}\/characters/

/** Registers a person with a page. Their characters would be in the lists of other tests, so the page has none. */
export const createCreator = async ({ stage }: Pick<Walk, 'stage'>, username: string) => {
  const creator = await new Client(stage.server.url).register({ firstName: 'Ines Halloran' })
  await creator.put('/api/user/username', { username })
  await creator.put('/api/user/profile', {
    isPublic: true,
    about: 'I write about *lighthouses*, mostly at night.\n\nCommissions are closed until the spring.',
    links: ['https://example.test/ines', `https://${'a-very-long-host-name-indeed.'.repeat(4)}example.test/`],
  })
  return { creator, address: `/u/${username}` }
}

let address = ''
const open = async (walk: Walk) => {
  await walk.page.goto(address)
  await walk.page.getByRole('button', { name: /^Follow(ing)? Ines Halloran/ }).waitFor()
}

export const creator: Screen = {
  name: 'creator',
  row: 'creator',
  who: 'member',
  prepare: async (walk) => {
    address = (await createCreator(walk, `ines_${process.pid}_${Date.now().toString(36)}`)).address
  },
  states: {
    loading: {
      isBlank: true,
      bring: async (walk) => {
        await walk.hold(page)
        await walk.page.goto(address)
        await walk.page
          .getByRole('status')
          .filter({ hasText: /^Loading$/ })
          .waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(page, failure)
        await walk.page.goto(address)
        await walk.page.getByRole('heading', { name: 'Couldn’t load the page' }).waitFor()
      },
    },
    'not found': {
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: GET (\/api\/creators|\/u)\/\S+ 404$/)
        await walk.page.goto('/u/nowhere-to-be-found')
        await walk.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
      },
    },
    'characters loading': {
      bring: async (walk) => {
        await walk.hold(characters)
        await open(walk)
        await walk.page.getByText('Loading characters').waitFor({ state: 'attached' })
      },
    },
    'characters failed': {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer(characters, failure)
        await open(walk)
        await walk.page.getByText('Couldn’t load the characters').waitFor()
      },
    },
    empty: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer(characters, { json: [] })
        await open(walk)
        await walk.page.getByText('No characters to show').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        const { body } = await walk.client.get('/api/characters?limit=7')
        await walk.answer(characters, { json: body })
        await open(walk)
        await walk.page.getByRole('link', { name: body[0].name }).waitFor()
      },
    },
    following: {
      isWhole: true,
      bring: async (walk) => {
        const button = walk.page.getByRole('button', { name: /^Follow(ing)? Ines Halloran/ })
        await button.click()
        await button.and(walk.page.locator('[aria-pressed=true]')).waitFor()
      },
    },
  },
  stops: 6,
}
