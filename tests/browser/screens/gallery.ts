import type { CharacterSummary } from '#modules/gallery/api'
import { on, until } from '../support/screens.ts'
import { dismissNotice, failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

/** Makes the first character adult and the second one the visitor's own. */
const asOwnerAndReader = (walk: Walk) =>
  walk.change<CharacterSummary[]>('/api/characters', ([adult, own, ...rest]) => [
    { ...adult, name: 'Velvet Marrow', isNsfw: true, avatar: null, background: null, description: null },
    { ...own, name: 'Marisol', createdBy: walk.client.user.id, isPublic: false },
    ...rest,
  ])

const open = async (walk: Walk) => {
  await asOwnerAndReader(walk)
  await walk.page.goto('/')
  await on(walk.page).cards.nth(2).waitFor()
}

/** Opens the question before a deletion. Only owners have the button. */
const askToDelete = async ({ page }: Walk) => {
  await page.getByRole('button', { name: 'Delete Marisol' }).click()
  await page.getByRole('alertdialog').waitFor()
}

const openFilters = async ({ page }: Walk) => {
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('tab', { name: 'Blocked' }).waitFor()
}

const confirm = ({ page }: Walk) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()

export const gallery: Screen = {
  name: 'gallery',
  row: 'gallery',
  who: 'member',
  states: {
    'session loading': {
      isBlank: true,
      bring: async (walk) => {
        await walk.hold('/api/auth/user')
        await walk.page.goto('/')
        await walk.page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
      },
    },
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/characters')
        await walk.hold('/api/characters/shelves')
        await walk.hold('/api/characters/chips')
        await walk.hold('/api/chats')
        await walk.hold('/api/daily-reward/check')
        await walk.page.goto('/')
        await until(
          async () => (await walk.page.getByTestId('character-skeleton').count()) === 12,
          'twelve skeletons stand in'
        )
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/characters', failure)
        await walk.answer('/api/characters/shelves', failure)
        await walk.answer('/api/chats', failure)
        await walk.page.goto('/')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the gallery' }).waitFor()
      },
    },
    empty: {
      bring: async ({ page }) => {
        await page.goto('/?q=zzzzzz')
        await page.getByRole('heading', { name: 'No characters found' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await open(walk)
        await on(walk.page).dailyReward.waitFor()
        await on(walk.page).discord.waitFor()
        await on(walk.page).card('Marisol').focus()
      },
    },
    'deleting a character': {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await asOwnerAndReader(walk)
        await askToDelete(walk)
      },
    },
    'account menu': {
      popup: '[role=menu]',
      bring: async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.getByRole('alertdialog').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Account menu' }).click()
        await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
      },
    },
    filtered: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/?q=wenna&exclude=noir,horror&sort=new')
        await on(walk.page).cards.first().waitFor()
      },
    },
    suggestions: {
      only: 'large',
      bring: async ({ page }) => {
        await on(page).search.fill('we')
        await page.getByRole('option', { name: /^Wenna|Wenna Thorncroft/ }).waitFor()
      },
    },
    filters: {
      popup: '[role=dialog]',
      bring: openFilters,
      again: async (walk) => {
        // Another window size has another kind of panel.
        if (!(await on(walk.page).modal.isVisible())) await openFilters(walk)
      },
    },
    'sort orders': {
      popup: '[role=menu]',
      bring: async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: /^Sort by/ }).click()
        await page.getByRole('menuitemradio', { name: 'Trending' }).waitFor()
      },
    },
    'no name': {
      bring: async (walk) => {
        await walk.change<object>('/api/auth/user', (user) => ({
          ...user,
          firstName: null,
          lastName: null,
          profileImageUrl: null,
        }))
        await walk.page.goto('/?q=zzzzzz')
        await walk.page.getByRole('heading', { name: 'No characters found' }).waitFor()
      },
    },
    returning: {
      isWhole: true,
      bring: async (walk) => {
        const { client, page } = walk
        const [character] = (await client.get('/api/characters?limit=1')).body
        await client.say(character.id, { content: 'Good evening.', model: 'basic' })
        await page.goto('/')
        await page.getByRole('link', { name: `Continue with ${character.name}` }).waitFor()
        await on(page).dailyReward.waitFor()
      },
    },
    'notice of a failure': {
      bring: async (walk) => {
        await open(walk)
        await walk.answer('/api/daily-reward/claim', failure)
        await on(walk.page).dailyReward.getByRole('button', { name: 'Claim 10 rubies' }).click()
        await on(walk.page).toasts.waitFor()
        // The banner stays while it has the focus.
        await walk.page.keyboard.press('F8')
      },
    },
  },
  notices: {
    open,
    all: [
      {
        texts: ['Error', 'Failed to delete character'],
        act: async (walk) => {
          await walk.answer(/\/api\/characters\/[\w-]+/, failure, 'DELETE')
          await askToDelete(walk)
          await confirm(walk)
        },
      },
      {
        texts: ['Error', 'Failed to claim daily reward. Please try again.'],
        act: async (walk) => {
          await walk.answer('/api/daily-reward/claim', failure)
          await on(walk.page).dailyReward.getByRole('button', { name: 'Claim 10 rubies' }).click()
        },
      },
      {
        texts: ['Already Claimed', 'Come back tomorrow!'],
        act: async (walk) => {
          await walk.answer('/api/daily-reward/claim', {
            json: { success: false, message: 'Come back tomorrow!', rubies: 50 },
          })
          await on(walk.page).dailyReward.getByRole('button', { name: 'Claim 10 rubies' }).click()
        },
      },
    ],
  },
  stops: 30,
}

const openModal = async (walk: Walk) => {
  await walk.page.goto('/')
  await on(walk.page).card('Wenna Thorncroft').click()
  await on(walk.page).modal.waitFor()
}

const earlier = ({ page }: Walk) => on(page).modal.getByRole('link', { name: /^Continue Chat/ })

const askToDeleteChat = async (walk: Walk) => {
  await on(walk.page)
    .modal.getByRole('button', { name: /^Delete chat/ })
    .first()
    .click()
  await walk.page.getByRole('alertdialog').waitFor()
}

export const chatSelection: Screen = {
  name: 'chat selection',
  row: 'gallery',
  who: 'member',
  prepare: async ({ stage, client }) => {
    const { rows } = await stage.db.query(`SELECT id FROM characters WHERE name = 'Wenna Thorncroft'`)
    const { body } = await client.get(`/api/chats/${rows[0].id}?new=true`)
    await client.say(rows[0].id, { content: 'Is there a room left?', sessionId: body.session.id, model: 'basic' })
  },
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/chats')
        await openModal(walk)
        await on(walk.page).modal.getByText('Loading chats').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/chats', failure)
        await openModal(walk)
        await on(walk.page).modal.getByRole('button', { name: 'Try again' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/chats', { json: [] })
        await openModal(walk)
        await on(walk.page).modal.getByText('No previous chats with Wenna Thorncroft').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await openModal(walk)
        await earlier(walk).waitFor()
      },
    },
    'deleting a chat': {
      popup: '[role=alertdialog]',
      bring: askToDeleteChat,
    },
  },
  notices: {
    open: async (walk) => {
      await walk.page.goto('/')
      await on(walk.page).card('Wenna Thorncroft').click()
      await earlier(walk).waitFor()
    },
    all: [
      {
        texts: ['Error', 'Failed to delete chat'],
        act: async (walk) => {
          await walk.answer(/\/api\/chats\/[\w-]+/, failure, 'DELETE')
          await askToDeleteChat(walk)
          await confirm(walk)
        },
      },
      {
        texts: ['Chat Deleted', 'Chat session has been deleted successfully'],
        act: async (walk) => {
          await walk.page.getByRole('alertdialog').waitFor({ state: 'detached' })
          await walk.answer(/\/api\/chats\/[\w-]+/, { json: { message: 'Gone.' } }, 'DELETE')
          await askToDeleteChat(walk)
          await confirm(walk)
          await dismissNotice(walk.page)
        },
      },
    ],
  },
}
