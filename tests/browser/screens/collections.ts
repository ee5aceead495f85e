import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const main = ({ page }: Walk) => page.getByRole('main')
const address = '/api/collections'
const long = 'Donaudampfschifffahrtsgesellschaftskapitän an der Mole'
const collection = {
  id: 'x',
  name: long,
  about: 'By the *sea*. '.repeat(30),
  isPublic: true,
  characters: 3,
  holds: true,
}

export const collections: Screen = {
  name: 'collections',
  row: 'collections',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold(address)
        await walk.page.goto('/library/collections')
        await walk.page.getByText('Loading collections').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(address, failure)
        await walk.page.goto('/library/collections')
        await main(walk).getByText('Couldn’t load your collections').waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.page.goto('/library/collections')
        await main(walk).getByText('No collections yet').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer(address, { json: [collection, { ...collection, id: 'y', name: 'Sea', isPublic: false }] })
        await walk.page.goto('/library/collections')
        await main(walk).getByRole('link', { name: 'Sea' }).waitFor()
      },
    },
    'a new one': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.page.goto('/library/collections')
        await main(walk).getByRole('button', { name: 'New collection' }).click()
        await walk.page.getByRole('button', { name: 'Create' }).click()
        await walk.page.getByText('A name has 1 to 60 characters.').waitFor()
      },
    },
  },
  stops: 12,
}

/** Opens a collection of the user, the same in all states. */
const open = async (walk: Walk, answer?: (path: string) => Promise<unknown>) => {
  const known = (await walk.client.get(address)).body
  const { name, about, isPublic } = collection
  const { id } = known[0] ?? (await walk.client.post(address, { name, about, isPublic })).body
  await answer?.(`${address}/${id}/characters`)
  await walk.page.goto(`/library/collections/${id}`)
}

export const oneCollection: Screen = {
  name: 'a collection',
  row: 'collection',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await open(walk, (path) => walk.hold(path))
        await walk.page.getByText('Loading characters').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await open(walk, (path) => walk.answer(path, failure))
        await main(walk).getByText('Couldn’t load the characters').waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await open(walk)
        await main(walk).getByText('No characters to show').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        const characters = (await walk.client.get('/api/characters?limit=3')).body
        await open(walk, (path) => walk.answer(path, { json: characters }))
        await main(walk)
          .getByRole('button', { name: /^Remove / })
          .first()
          .waitFor()
      },
    },
    deleting: {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await main(walk).getByRole('button', { name: 'Delete' }).click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
  },
  stops: 12,
}
