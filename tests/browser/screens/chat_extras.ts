import { defaultReadingPreferences } from '#modules/accounts/api'
import type { ChatSearchPage } from '#modules/chat/api'
import { noisy } from '#modules/imagegen/tests/support'
import { speak } from '#tests/support/model_upstream'
import { fakeRecognition } from '../support/fake_recognition.ts'
import { on, say, settled } from '../support/screens.ts'
import type { Walk } from '../support/walk.ts'
import type { State } from './screen.ts'

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const strip = ({ page }: Walk) => page.getByRole('list', { name: 'Pictures of your message' })
const closeDialog = async ({ page }: Walk) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const openSearch = async (walk: Walk, page: ChatSearchPage, text: string) => {
  await walk.answer('/api/chats/search', { json: page })
  const dialog = walk.page.getByRole('dialog', { name: 'Search this chat' })
  if (!(await dialog.isVisible())) {
    await on(walk.page).composer.focus()
    await walk.page.keyboard.press('Control+f')
  }
  await dialog.getByRole('searchbox').fill(text)
  return dialog
}

const hit = (more: Partial<ChatSearchPage['hits'][number]>): ChatSearchPage['hits'][number] => ({
  id: '00000000-0000-7000-8000-000000000001',
  messageId: '00000000-0000-7000-8000-000000000001',
  sessionId: '00000000-0000-7000-8000-000000000002',
  characterId: null,
  title: null,
  character: null,
  isUser: false,
  speaker: 'Wenna Thorncroft',
  createdAt: '2026-03-01T10:00:00.000Z',
  excerpt: [],
  ...more,
})

/** Runs in the page, which denies notifications in the tests. */
const offerNotifications = `(() => {
  Object.defineProperty(Notification, 'permission', { get: () => 'default' })
  localStorage.setItem('facet:push-offer', JSON.stringify({ replies: ['a', 'b'], isAnswered: false }))
  document.dispatchEvent(new Event('visibilitychange'))
})()`

/** Suggestions, pictures, search, dictation and the offer of notifications, in a chat. */
export const chatExtras: Readonly<Record<string, State>> = {
  'suggested replies': {
    bring: async (walk) => {
      const { page, stage, client } = walk
      await client.put('/api/user/settings', { reading: { ...defaultReadingPreferences, stage: false } })
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await on(page).composer.waitFor()
      stage.upstream.answer = speak(['The lamp is lit.'])
      await say(page, 'Good evening.')
      await settled(page)
      stage.upstream.answer = speak([`1. *I nod.* Show me.\n2. Why is it lit?\n3. ${long}`])
      await page.getByRole('button', { name: /^Suggest replies/ }).click()
      await page.getByRole('list', { name: 'Suggested replies' }).getByRole('button').nth(2).waitFor()
    },
  },
  'pictures to show': {
    bring: async (walk) => {
      const buffer = await noisy(640, 480).png().toBuffer()
      const pictures = ['boat', 'pier', 'lamp'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer }))
      await walk.page.locator('input[type=file]').setInputFiles(pictures)
      await strip(walk).getByRole('button', { name: 'Describe picture 3' }).waitFor()
    },
  },
  'describing a picture': {
    popup: '[role=dialog]',
    bring: async (walk) => {
      await strip(walk).getByRole('button', { name: 'Describe picture 1' }).click()
      await walk.page.getByRole('dialog', { name: 'What does it show?' }).waitFor()
    },
  },
  'a message with pictures': {
    isWhole: true,
    bring: async (walk) => {
      await closeDialog(walk)
      walk.stage.upstream.answer = speak(['A fine boat.'])
      await say(walk.page, 'Look at these.')
      await settled(walk.page)
      await on(walk.page).messages.getByRole('button', { name: 'Open picture', exact: true }).nth(2).waitFor()
    },
  },
  'search not begun': {
    popup: '[role=dialog]',
    bring: async (walk) => {
      const dialog = await openSearch(walk, { hits: [], next: null, isComplete: true }, '')
      await dialog.getByText('Finds every message').waitFor()
    },
  },
  'search with nothing found': {
    popup: '[role=dialog]',
    bring: async (walk) => {
      const dialog = await openSearch(walk, { hits: [], next: null, isComplete: true }, long)
      await dialog.getByText('No messages found').waitFor()
    },
  },
  'search with hits': {
    popup: '[role=dialog]',
    bring: async (walk) => {
      const excerpt = [{ text: `${long} and a ` }, { text: 'lamp', isHit: true as const }, { text: ', lit.' }]
      const hits = [hit({ excerpt }), hit({ id: '00000000-0000-7000-8000-000000000003', excerpt, isUnselected: true })]
      const dialog = await openSearch(walk, { hits, next: null, isComplete: false }, 'lamp')
      await dialog.locator('mark').first().waitFor()
    },
  },
  'asked about dictation': {
    popup: '[role=alertdialog]',
    bring: async (walk) => {
      await closeDialog(walk)
      await walk.page.evaluate(fakeRecognition)
      await walk.page.getByRole('button', { name: 'Dictate' }).click()
      await walk.page.getByRole('alertdialog').waitFor()
    },
  },
  dictating: {
    bring: async ({ page }) => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Dictate' }).click()
      await page.getByRole('group', { name: 'Dictation' }).getByText('How is the sea?').waitFor()
    },
  },
  'notifications offered': {
    bring: async ({ page }) => {
      await page.getByRole('group', { name: 'Dictation' }).getByRole('button', { name: 'Cancel' }).click()
      await page.evaluate(offerNotifications)
      await page.getByText('Hear when a reply is ready?').waitFor()
    },
  },
}
