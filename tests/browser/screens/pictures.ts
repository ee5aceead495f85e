import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const main = ({ page }: Walk) => page.getByRole('main')
const open = (walk: Walk) => walk.page.goto('/library/pictures')

/** Two drawn pictures, one with a long prompt. */
const drawAll = async ({ client }: Walk) => {
  for (const [aspect, prompt] of [
    ['1:1', 'Lighthouse '.repeat(150)],
    ['2:3', 'A portrait of an old lighthouse keeper'],
  ])
    await client.post('/api/generate-image', { prompt, aspect })
}

const ask = async (walk: Walk) => {
  await main(walk)
    .getByRole('button', { name: /^More for: A portrait/ })
    .click()
  await walk.page.getByRole('menuitem', { name: 'Delete picture' }).click()
  return walk.page.getByRole('alertdialog')
}

export const pictures: Screen = {
  name: 'pictures',
  row: 'pictures',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/pictures')
        await open(walk)
        await walk.page.getByText('Loading pictures').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/pictures', failure)
        await open(walk)
        await main(walk).getByText('Couldn’t load your pictures').waitFor()
      },
    },
    empty: {
      isWhole: true,
      bring: async (walk) => {
        await open(walk)
        await main(walk).getByText('No pictures yet').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await drawAll(walk)
        await open(walk)
        await main(walk).getByText('A portrait of an old lighthouse keeper').waitFor()
      },
    },
    deleting: {
      popup: '[role=alertdialog]',
      bring: async (walk) => (await ask(walk)).waitFor(),
    },
  },
  notices: {
    open: async (walk) => {
      await drawAll(walk)
      await open(walk)
      await main(walk).getByText('A portrait of an old lighthouse keeper').waitFor()
    },
    all: [
      {
        texts: ['Not deleted'],
        act: async (walk) => {
          await walk.answer(/\/api\/pictures\/[\w-]+$/, failure, 'DELETE')
          await (await ask(walk)).getByRole('button', { name: 'Delete' }).click()
        },
      },
      {
        texts: ['Picture deleted'],
        act: async (walk) => (await ask(walk)).getByRole('button', { name: 'Delete' }).click(),
      },
    ],
  },
}
