import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const main = ({ page }: Walk) => page.getByRole('main')
const button = (walk: Walk, name: string | RegExp) => main(walk).getByRole('button', { name, exact: true })
const tab = ({ page }: Walk, name: string) => page.getByRole('tab', { name })

const names = ['The Sea of Harrow Point', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2)]

let id = ''

const makeAll = async ({ client }: Walk) => {
  for (const name of names) {
    const { body } = await client.post('/api/lorebooks', { name, alwaysOn: true, description: 'x'.repeat(300) })
    id ||= body.id
    await client.post(`/api/lorebooks/${body.id}/entries`, {
      name: 'The lighthouse',
      keys: ['lighthouse', 'a'.repeat(300), String.raw`/l[ai]mp(s?)/i`],
      secondaryKeys: ['winter'],
      selective: true,
      content: 'Dark for eleven winters. '.repeat(20),
      position: 'at_depth',
    })
    await client.post(`/api/lorebooks/${body.id}/entries`, { keys: ['reef'], content: 'y'.repeat(500), enabled: false })
    await client.post(`/api/lorebooks/${body.id}/entries`, { name: 'z'.repeat(200), constant: true })
  }
}

const openList = async (walk: Walk) => {
  await walk.page.goto('/lorebooks')
  await main(walk).getByText(names[0]!).waitFor()
}

const openBook = async (walk: Walk) => {
  await walk.page.goto(`/lorebooks/${id}`)
  await main(walk).getByText('3 entries').waitFor()
}

const openEntry = async (walk: Walk) => {
  await button(walk, /^The lighthouse/).click()
  await walk.page.getByRole('button', { name: 'Advanced' }).click()
  await walk.page.getByText('Finding keys').waitFor()
}

export const lorebooks: Screen = {
  name: 'lorebooks',
  row: 'lorebooks',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/lorebooks')
        await walk.page.goto('/lorebooks')
        await walk.page.getByText('Loading lorebooks').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/lorebooks', failure)
        await walk.page.goto('/lorebooks')
        await main(walk).getByText('Couldn’t load your lorebooks').waitFor()
      },
    },
    empty: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/lorebooks')
        await main(walk).getByText('No lorebooks yet').waitFor()
      },
    },
    'a new one': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await button(walk, 'New lorebook').click()
        await walk.page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
        await walk.page.getByText('Please give the lorebook a name.').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await makeAll(walk)
        await openList(walk)
      },
    },
    deleting: {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await button(walk, `More for ${names[0]}`).click()
        await walk.page.getByRole('menuitem', { name: 'Delete lorebook' }).click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
  },
  notices: {
    open: openList,
    all: [
      {
        texts: ['Not deleted'],
        act: async (walk) => {
          await walk.answer(new RegExp(`/api/lorebooks/[\\w-]+`), failure, 'DELETE')
          await button(walk, `More for ${names[0]}`).click()
          await walk.page.getByRole('menuitem', { name: 'Delete lorebook' }).click()
          await walk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
        },
      },
    ],
  },
  stops: 20,
}

export const lorebook: Screen = {
  name: 'lorebook',
  row: 'lorebook',
  who: 'member',
  prepare: async (walk) => {
    id = ''
    await makeAll(walk)
  },
  states: {
    loading: {
      isBlank: true,
      bring: async (walk) => {
        await walk.hold(`/api/lorebooks/${id}`)
        await walk.page.goto(`/lorebooks/${id}`)
        await walk.page.getByText('Loading the lorebook').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(`/api/lorebooks/${id}`, failure)
        await walk.page.goto(`/lorebooks/${id}`)
        await main(walk).getByText('Couldn’t load the lorebook').waitFor()
      },
    },
    'entries failed': {
      bring: async (walk) => {
        await walk.answer(`/api/lorebooks/${id}/entries`, failure)
        await walk.page.goto(`/lorebooks/${id}`)
        await main(walk).getByText('Couldn’t load the entries').waitFor()
      },
    },
    'unknown lorebook': {
      bring: async (walk) => {
        walk.visitor.tolerate(/ 404$/)
        await walk.page.goto('/lorebooks/00000000-0000-4000-8000-000000000000')
        await main(walk).getByText('Lorebook not found').waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer(`/api/lorebooks/${id}/entries`, { status: 200, json: [] })
        await walk.page.goto(`/lorebooks/${id}`)
        await main(walk).getByText('No entries yet').waitFor()
      },
    },
    done: { isWhole: true, bring: openBook },
    'an entry': { isWhole: true, only: 'large', bring: openEntry },
    'an entry in a sheet': {
      only: 'small',
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.page.setViewportSize({ width: 360, height: 740 })
        await walk.page.getByRole('dialog').waitFor()
      },
    },
    'changed in another tab': {
      only: 'large',
      bring: async (walk) => {
        await walk.page.getByRole('textbox', { name: 'Title' }).fill('The old lighthouse')
        const [entry] = (await walk.client.get(`/api/lorebooks/${id}/entries`)).body
        await walk.client.put(`/api/lorebooks/${id}/entries/${entry.id}`, {
          content: 'Theirs.',
          revision: entry.revision,
        })
        walk.visitor.tolerate(/ 409$/)
        await walk.page.getByRole('button', { name: 'Save changes' }).first().click()
        await walk.page.getByText('Changed in another tab').waitFor()
      },
    },
    settings: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.getByRole('button', { name: 'Reload' }).click()
        await walk.page.getByRole('button', { name: 'Close the entry' }).click()
        await tab(walk, 'Settings').press('Enter')
        walk.visitor.tolerate(/ 422$/)
        await main(walk).getByRole('textbox', { name: 'Name', exact: true }).fill(' ')
        await main(walk).getByRole('button', { name: 'Save changes' }).click()
        await main(walk).getByText('Please give the lorebook a name.').waitFor()
      },
    },
    leaving: {
      popup: '[role=alertdialog]',
      bring: async ({ page }) => {
        await page.getByRole('main').getByRole('link', { name: 'Lorebooks' }).click()
        await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
      },
    },
    tested: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
        await main(walk).getByRole('button', { name: 'Discard' }).click()
        await tab(walk, 'Test').press('Enter')
        await main(walk).getByRole('textbox', { name: 'Text' }).fill('The lighthouse is dark.')
        await button(walk, 'Test').click()
        await main(walk).getByRole('heading', { name: 'Used: 1 entry' }).waitFor()
      },
    },
  },
  stops: 25,
}
