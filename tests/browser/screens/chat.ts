import { defaultReadingPreferences } from '#modules/accounts/api'
import type { ChatData, ChatListItem } from '#modules/chat/api'
import { speak } from '#tests/support/model_upstream'
import { post } from '#tests/support/stage'
import { nextReply, on, say, settled, type ControlledReply } from '../support/screens.ts'
import { failure, type Walk } from '../support/walk.ts'
import { chatExtras } from './chat_extras.ts'
import type { Screen } from './screen.ts'

const chatCall = /\/api\/chats\/[\w-]+/
const versionCall = /\/api\/chats\/[\w-]+\/version/
const stream = /\/api\/chats\/[\w-]+\/stream/
const expressionsCall = /\/api\/chats\/[\w-]+\/expressions/
const labelCall = /\/api\/messages\/[\w-]+\/expression/
const similar = /\/api\/characters\/[\w-]+\/similar/

const address = ({ stage }: Walk) => `/chat/${stage.characterIds[0]}?new=true`

const openNew = async (walk: Walk) => {
  await walk.page.goto(address(walk))
  await on(walk.page).composer.waitFor()
  await on(walk.page).model.filter({ hasText: /\d+B/ }).waitFor()
}

/** Changes the real balance, because live events would overwrite a mocked one. */
const hasRubies = async ({ stage, client }: Walk, rubies: number) => {
  const { body } = await client.get('/api/auth/user')
  if (body.rubies !== rubies) await post(stage.db, client.user.id, rubies - body.rubies)
}

const notFound = ({ page }: Walk) => page.getByRole('heading', { name: 'Chat not found' }).waitFor()
const reroll = ({ page }: Walk) => page.getByRole('button', { name: /^Reroll/ })

/** Opens the list of models, which a resize closes. */
const openModels = async ({ page }: Walk) => {
  if (await on(page).models.first().isVisible()) return
  await on(page).model.click()
  await on(page).models.first().waitFor()
}

/** Makes the next stream a response without a body, which a server can't send. */
const answerWithoutBody = `(() => {
  const real = window.fetch
  window.fetch = (address, ...rest) => {
    if (!String(address).endsWith('/stream')) return real(address, ...rest)
    window.fetch = real
    return Promise.resolve(new Response(null))
  }
})()`

/** Makes the chat have an earlier version of its character. */
const isOld = (walk: Walk) =>
  walk.change<ChatData>(chatCall, (chat) => ({ ...chat, characterVersion: { number: 1, newest: 2, char: 'She' } }))

const offer = ({ page }: Walk) => page.getByRole('button', { name: 'Update to the newest' })

let model: ControlledReply

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

export const chat: Screen = {
  name: 'chat',
  row: 'chat',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold(chatCall)
        await walk.page.goto(address(walk))
        await walk.page.getByText('Loading chat', { exact: true }).waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(chatCall, failure)
        await walk.page.goto(address(walk))
        await notFound(walk)
      },
    },
    'not found': {
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: GET \/api\/chats\/\S+ 404$/)
        await walk.page.goto('/chat/00000000-0000-7000-8000-000000000000')
        await notFound(walk)
      },
    },
    'for adults': {
      bring: async (walk) => {
        await walk.answer(chatCall, {
          status: 403,
          json: { message: 'Adult Content: enable it in Settings', code: 'x' },
        })
        await walk.page.goto(address(walk))
        await walk.page.getByRole('heading', { name: 'Adult Content' }).waitFor()
      },
    },
    'similar characters loading': {
      only: 'large',
      bring: async (walk) => {
        await walk.hold(similar)
        await openNew(walk)
        await walk.page.getByText('Loading similar characters').waitFor({ state: 'attached' })
      },
    },
    'similar characters failed': {
      only: 'large',
      bring: async (walk) => {
        await walk.answer(similar, failure)
        await openNew(walk)
        await walk.page.getByText('Couldn’t load similar characters.').waitFor()
      },
    },
    'no similar characters': {
      only: 'large',
      bring: async (walk) => {
        await walk.answer(similar, { json: [] })
        await openNew(walk)
        await walk.page.getByText('No similar characters found').waitFor()
      },
    },
    empty: {
      isWhole: true,
      bring: async (walk) => {
        await openNew(walk)
        await walk.page.getByRole('region', { name: 'Scenario' }).waitFor()
      },
    },
    models: {
      popup: '[role=listbox], [role=dialog]',
      bring: openModels,
      again: openModels,
    },
    sending: {
      bring: async (walk) => {
        await walk.page.keyboard.press('Escape')
        await walk.page.getByRole('option').first().waitFor({ state: 'detached' })
        await walk.hold(stream, 'POST')
        await say(walk.page, 'Is there a room left?')
        await on(walk.page).messages.getByText('Sending...').waitFor()
        await on(walk.page).messages.getByText('Generating...').waitFor()
      },
    },
    'not sent': {
      isWhole: true,
      bring: async (walk) => {
        await openNew(walk)
        await walk.cut(stream, 'POST')
        await say(walk.page, `Do you know the word ${long}${long}?`)
        await on(walk.page).messages.getByText('Failed to send', { exact: true }).first().waitFor()
        await on(walk.page).retry.first().waitFor()
      },
    },
    'not sent, because the server failed': {
      bring: async (walk) => {
        await walk.answer(stream, failure, 'POST')
        await on(walk.page).retry.click()
        await on(walk.page).messages.getByText('Failed to start streaming').first().waitFor()
      },
    },
    'not sent, because the stream is missing': {
      bring: async (walk) => {
        await walk.page.evaluate(answerWithoutBody)
        await on(walk.page).retry.click()
        await on(walk.page).messages.getByText('No response body').first().waitFor()
      },
    },
    writing: {
      bring: async (walk) => {
        model = nextReply(walk.stage.upstream)
        await on(walk.page).retry.first().click()
        await model.say(`*She thinks of ${long}.* Then she laughs. `)
        await on(walk.page).cursor.waitFor()
      },
    },
    'a message waits': {
      bring: async ({ page }) => {
        await say(page, `And ${long}?`)
        await on(page).messages.getByText('Sends when the reply is finished').waitFor()
        await on(page).composer.fill('Or lunch?')
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.getByRole('button', { name: 'Cancel' }).click()
        await on(walk.page).composer.fill('')
        await model.say(`https://example.test/${'a'.repeat(120)}`)
        await model.end()
        await settled(walk.page)
      },
    },
    'another answer': {
      bring: async (walk) => {
        walk.stage.upstream.answer = speak(['There is always a room.'])
        await reroll(walk).click()
        await on(walk.page).messages.last().getByText('Answer 2/2').waitFor()
        await settled(walk.page)
      },
    },
    'all answers': {
      popup: '[role=dialog]',
      bring: async ({ page }) => {
        await page.getByRole('button', { name: 'Answer 2/2' }).click()
        await page.getByRole('dialog', { name: 'All answers' }).waitFor()
      },
    },
    'two answers compared': {
      popup: '[role=dialog]',
      bring: async ({ page }) => {
        await page.getByRole('button', { name: /^Compare answer 1/ }).click()
        await page.getByRole('dialog', { name: 'Compare answers' }).waitFor()
      },
    },
    'editing a message': {
      bring: async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await on(page).messages.nth(1).getByRole('button', { name: 'Copy' }).focus()
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Enter')
        await page.getByRole('textbox', { name: 'Edit message' }).waitFor()
      },
    },
    'stopped, and draft kept': {
      bring: async ({ page, stage }) => {
        await page.keyboard.press('Escape')
        model = nextReply(stage.upstream)
        await say(page, 'And breakfast?')
        await model.say('At six')
        await on(page).messages.last().filter({ hasText: 'At six' }).waitFor()
        await on(page).stop.click()
        await on(page).messages.last().getByText('Stopped', { exact: true }).waitFor()
        await on(page).composer.fill('Thank you, and a candle')
        await page.getByText('Draft saved').waitFor()
      },
    },
    'help offered': {
      bring: async (walk) => {
        await on(walk.page).composer.fill('')
        walk.stage.upstream.answer = speak(['I’m here. Tell me more.'])
        await say(walk.page, 'I want to die.')
        await settled(walk.page)
        await walk.page.getByRole('region', { name: 'Help' }).getByRole('link', { name: /^988/ }).first().waitFor()
      },
    },
    'what the model sees': {
      popup: '[role=dialog]',
      bring: async ({ page }) => {
        await page.getByRole('button', { name: /^Memory \d+%/ }).click()
        const panel = page.getByRole('dialog', { name: 'Memory' })
        await panel.getByText('History').waitFor()
      },
    },
    'its pinned facts': {
      popup: '[role=dialog]',
      bring: async ({ page }) => {
        const panel = page.getByRole('dialog', { name: 'Memory' })
        await panel.getByRole('tab', { name: 'Memory' }).click()
        await panel.getByRole('button', { name: 'Add a fact' }).click()
        await page.keyboard.type('The third step is loose.')
        await panel.getByText('Saved', { exact: true }).waitFor()
      },
    },
    'a newer version': {
      isWhole: true,
      bring: async (walk) => {
        await isOld(walk)
        await walk.page.goto(walk.page.url())
        await offer(walk).waitFor()
      },
    },
    'its difference loading': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.hold(versionCall)
        await offer(walk).click()
        await walk.page.getByText('Loading the difference').waitFor({ state: 'attached' })
      },
    },
    'its difference failed': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await isOld(walk)
        await walk.answer(versionCall, failure)
        await walk.page.goto(walk.page.url())
        await offer(walk).click()
        await walk.page.getByText('Couldn’t load the difference').waitFor()
      },
    },
    'its difference': {
      popup: '[role=dialog]',
      isWhole: true,
      bring: async (walk) => {
        const changes = [
          { field: 'description', before: 'A keeper.', after: 'A keeper of a light.' },
          { field: 'systemPrompt', before: null, after: null, isHidden: true },
          {
            field: 'backstory',
            before: 'Eleven winters at Harrow Point, and nobody came to see the lamp or her.',
            after: `Twelve winters at Harrow Point, and nobody came to see the lamp, or ${long}.`,
          },
        ]
        await walk.answer(versionCall, { json: { number: 1, newest: 2, changes } })
        await walk.page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
        await walk.page.getByRole('button', { name: 'Update', exact: true }).waitFor()
      },
    },
    'about the character': {
      only: 'small',
      popup: '[role=dialog]',
      bring: async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.setViewportSize({ width: 360, height: 740 })
        await page.getByRole('button', { name: /^About / }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    'without its character': {
      isWhole: true,
      bring: async (walk) => {
        await walk.change<ChatData>(chatCall, (data) => ({ ...data, character: null }))
        await walk.page.reload()
        await walk.page.getByText('This character was deleted.').waitFor()
        await on(walk.page).messages.nth(2).waitFor()
      },
    },
    'on the stage': {
      bring: async (walk) => {
        const [id] = walk.stage.characterIds
        const { body } = await walk.client.get(`/api/characters/${id}`)
        const expressions = ['neutral', long].map((name) => ({ name, address: body.avatar }))
        await walk.answer(expressionsCall, { json: { characters: [{ id, expressions }], labels: {} } })
        await walk.answer(labelCall, { json: { label: long } }, 'POST')
        await walk.client.put('/api/user/settings', { reading: { ...defaultReadingPreferences, stage: true } })
        await openNew(walk)
        await walk.page.getByRole('group', { name: 'Stage' }).waitFor()
      },
    },
    'its expressions': {
      popup: '[role=dialog]',
      bring: async ({ page }) => {
        await page
          .getByRole('button', { name: /Change the expression$/ })
          .last()
          .click()
        await page.getByRole('dialog', { name: 'Expression' }).waitFor()
      },
    },
    ...chatExtras,
    'too few rubies': {
      bring: async (walk) => {
        await hasRubies(walk, 2)
        await openNew(walk)
        await walk.page.getByText(/^Not enough rubies/).waitFor()
      },
    },
  },
  notices: {
    open: async (walk) => {
      walk.stage.upstream.answer = speak(['Come in.'])
      await hasRubies(walk, 50)
      await openNew(walk)
      await say(walk.page, 'Is there a room left?')
      await settled(walk.page)
      await reroll(walk).waitFor()
    },
    all: [
      {
        texts: ['Error', 'Failed to reroll message'],
        act: async (walk) => {
          await walk.answer(/\/api\/chats\/[\w-]+\/reroll/, failure)
          await reroll(walk).click()
        },
      },
      {
        texts: ['Insufficient Rubies: You need 15 rubies to use the MythoMax 13B model.'],
        act: async (walk) => {
          await hasRubies(walk, 2)
          await openNew(walk)
          await on(walk.page).model.click()
          await on(walk.page).models.filter({ hasText: 'MythoMax 13B' }).click()
          await say(walk.page, 'Are you there?')
        },
      },
    ],
  },
  stops: 30,
}

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

/** Lists copies of the real chat, one for each form of the relative time. The last has no character. */
const asManyChats = (walk: Walk) =>
  walk.change<ChatListItem[]>('/api/chats', ([chat]) =>
    [0.2, 5, 50, 400].map((hours, index) => ({
      ...chat,
      id: `${chat!.id.slice(0, -1)}${index}`,
      lastMessageAt: ago(hours),
      title: index === 1 ? `The word ${long}` : null,
      character: index === 3 ? null : chat!.character,
    }))
  )

const openRecent = async (walk: Walk) => {
  await asManyChats(walk)
  await walk.page.goto('/memory')
  await walk.page
    .getByRole('main')
    .getByRole('link', { name: /^Continue/ })
    .first()
    .waitFor()
}

const askToDelete = async ({ page }: Walk) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
}

const confirm = ({ page }: Walk) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()

export const recentChats: Screen = {
  name: 'recent chats',
  row: 'recentChats',
  who: 'member',
  prepare: async (walk) => {
    await walk.stage.chats(walk.client, 1)
  },
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/chats')
        await walk.page.goto('/memory')
        await walk.page.getByTestId('chat-skeleton').nth(4).waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/chats', failure)
        await walk.page.goto('/memory')
        await walk.page.getByRole('heading', { name: 'Couldn’t load your chats' }).waitFor()
      },
    },
    empty: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/chats', { json: [] })
        await walk.page.goto('/memory')
        await walk.page.getByRole('link', { name: 'Discover characters' }).waitFor()
      },
    },
    'nothing found': {
      bring: async ({ page }) => {
        await page.goto('/memory?q=zzzzzz')
        await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
      },
    },
    'found messages': {
      bring: async ({ page }) => {
        await page.goto('/memory?q=evening')
        await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').first().waitFor()
      },
    },
    'no archived chats': {
      bring: async ({ page }) => {
        await page.goto('/memory?in=archived')
        await page.getByRole('heading', { name: 'No archived chats' }).waitFor()
      },
    },
    folders: {
      popup: '[role=dialog]',
      bring: async ({ page }) => {
        await page.goto('/memory')
        await page.getByRole('button', { name: 'Folders…' }).click()
        await page.getByRole('textbox', { name: 'Name of a new folder' }).waitFor()
      },
    },
    'deleting a chat': {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await openRecent(walk)
        await askToDelete(walk)
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.keyboard.press('Escape')
        await walk.page.getByRole('alertdialog').waitFor({ state: 'detached' })
      },
    },
  },
  notices: {
    open: openRecent,
    all: [
      {
        texts: ['Error', 'Failed to delete chat'],
        act: async (walk) => {
          await asManyChats(walk)
          await walk.answer(chatCall, failure, 'DELETE')
          await askToDelete(walk)
          await confirm(walk)
        },
      },
      {
        texts: ['Chat deleted', 'The chat has been successfully deleted.'],
        act: async (walk) => {
          await walk.page.getByRole('alertdialog').waitFor({ state: 'detached' })
          await asManyChats(walk)
          await walk.answer(chatCall, { json: { message: 'Gone.' } }, 'DELETE')
          await askToDelete(walk)
          await confirm(walk)
        },
      },
    ],
  },
  stops: 20,
}
