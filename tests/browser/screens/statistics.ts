import { newCharacter } from '../support/new_character.ts'
import { seedStatistics } from '../support/seed_statistics.ts'
import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const main = ({ page }: Walk) => page.getByRole('main')
let id = ''

const makeCharacter = async ({ client }: Walk) => {
  const name = `Marisol ${'of the longest pier '.repeat(3)}`.trim()
  ;({ id } = await newCharacter(client, { name, isPublic: false }))
}

const states = (address: () => string, calls: () => string): Screen['states'] => ({
  loading: {
    bring: async (walk) => {
      await walk.hold(calls())
      await walk.page.goto(address())
      await walk.page.getByText('Loading the statistics').waitFor({ state: 'attached' })
    },
  },
  failed: {
    bring: async (walk) => {
      await walk.answer(calls(), failure)
      await walk.page.goto(address())
      await main(walk).getByText('Couldn’t load the statistics').waitFor()
    },
  },
  empty: {
    isWhole: true,
    bring: async (walk) => {
      await walk.page.goto(address())
      await main(walk).getByRole('heading', { name: 'Fewer than five people' }).waitFor()
    },
  },
  done: {
    isWhole: true,
    bring: async (walk) => {
      await seedStatistics(walk.stage.db, walk.client.user.id, id)
      await walk.page.goto(address())
      await main(walk).getByRole('heading', { name: 'Where readers leave' }).waitFor()
    },
  },
  'a week': {
    bring: async (walk) => {
      await main(walk).getByRole('link', { name: '7 days' }).click()
      await main(walk).getByRole('slider', { name: 'Messages, last 7 days' }).waitFor()
    },
  },
})

export const statistics: Screen = {
  name: 'statistics',
  row: 'statistics',
  who: 'member',
  prepare: makeCharacter,
  states: states(
    () => '/statistics',
    () => '/api/user/statistics'
  ),
  stops: 20,
}

export const characterStatistics: Screen = {
  name: 'statistics of a character',
  row: 'characterStatistics',
  who: 'member',
  prepare: makeCharacter,
  states: {
    'unknown character': {
      bring: async (walk) => {
        walk.visitor.tolerate(/ 404$/)
        await walk.page.goto('/character/00000000-0000-4000-8000-000000000000/statistics')
        await main(walk).getByText('No statistics').waitFor()
      },
    },
    ...states(
      () => `/character/${id}/statistics`,
      () => `/api/characters/${id}/statistics`
    ),
  },
  stops: 20,
}
