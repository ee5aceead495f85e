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

const chooseChat = async (walk: Walk) => {
  await main(walk)
    .getByRole('button', { name: /^More for: A portrait/ })
    .click()
  await walk.page.getByRole('menuitem', { name: 'Use as a chat’s background' }).click()
  return walk.page.getByRole('dialog')
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
    'no chat to choose': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await open(walk)
        await (await chooseChat(walk)).getByText('You have no chats yet.').waitFor()
      },
    },
    'chats failed': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await open(walk)
        await walk.answer(/\/api\/chats\?/, failure)
        await (await chooseChat(walk)).getByText('Couldn’t load your chats').waitFor()
      },
    },
    'choosing a chat': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.stage.chats(walk.client, 3, 'reroll')
        await open(walk)
        await (await chooseChat(walk)).getByRole('list', { name: 'Chats' }).getByRole('button').first().waitFor()
      },
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
        texts: ['Not changed'],
        act: async (walk) => {
          await walk.stage.chats(walk.client, 1, 'reroll')
          await walk.answer(/\/api\/chats\/[\w-]+\/background$/, failure, 'POST')
          const dialog = await chooseChat(walk)
          await dialog.getByRole('list', { name: 'Chats' }).getByRole('button').first().click()
          await walk.page.getByText('Not changed').waitFor()
          await walk.page.keyboard.press('Escape')
        },
      },
      {
        texts: ['Background changed'],
        act: async (walk) => {
          const dialog = await chooseChat(walk)
          await dialog.getByRole('list', { name: 'Chats' }).getByRole('button').first().click()
          await walk.page.waitForURL(/\/chat\//)
          await open(walk)
        },
      },
      {
        texts: ['Picture deleted'],
        act: async (walk) => (await ask(walk)).getByRole('button', { name: 'Delete' }).click(),
      },
    ],
  },
}
