import { join } from 'node:path'
import { on } from '../support/screens.ts'
import { failure, signedOut, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const picture = join(import.meta.dirname, '../../../apps/web/public/icon-192.png')

const singleCharacter = /\/api\/characters\/[\w-]{36}/
const versions = /\/api\/characters\/[\w-]+\/versions/
const version = /\/api\/characters\/[\w-]+\/versions\/\d+/

const field = ({ page }: Walk, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}( \\(optional\\))?$`) })

const button = ({ page }: Walk, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

const openNew = async (walk: Walk) => {
  await walk.page.goto('/create-character')
  await walk.page.getByRole('button', { name: 'Show All' }).waitFor()
}

const discard = async (walk: Walk) => {
  await walk.page.evaluate('localStorage.clear()')
  await walk.page.goto('/notifications')
}

const fillAll = async (walk: Walk) => {
  for (const [name, text] of [
    ['Name', 'Marisol of the Long Pier'],
    ['Description', 'Keeps a light that nobody asked for.'],
    ['Personality', 'Dry, patient, watchful.'],
    ['Backstory', 'Eleven winters at Harrow Point.'],
  ] as const)
    await field(walk, name).fill(text)
  await walk.page.getByLabel('Choose avatar').setInputFiles(picture)
  await button(walk, 'Replace avatar').waitFor()
}

const question = ({ page }: Walk) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

export const createCharacter: Screen = {
  name: 'create a character',
  row: 'createCharacter',
  who: 'member',
  states: {
    empty: {
      isWhole: true,
      bring: openNew,
    },
    'all tags': {
      bring: async ({ page }) => {
        await page.getByRole('button', { name: 'Show All' }).click()
        await page.getByRole('button', { name: 'Show All' }).waitFor({ state: 'detached' })
      },
    },
    mistakes: {
      bring: async (walk) => {
        await button(walk, 'Create Character').click()
        await walk.page.getByText('Write a name.').waitFor()
      },
    },
    'a failed drawing': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.answer('/api/generate-image', failure, 'POST')
        await button(walk, 'Generate one for the avatar').click()
        const sheet = walk.page.getByRole('dialog', { name: 'Generate a picture' })
        await sheet.getByRole('textbox', { name: 'Prompt' }).fill('Portrait of an old lighthouse keeper')
        await sheet.getByRole('button', { name: 'Generate', exact: true }).click()
        await sheet.getByRole('button', { name: 'Retry' }).waitFor()
      },
    },
    'a drawn picture': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        const sheet = walk.page.getByRole('dialog', { name: 'Generate a picture' })
        await sheet.getByRole('button', { name: 'Retry' }).click()
        await sheet.getByRole('button', { name: 'Use this picture' }).waitFor()
      },
    },
    'a picture with its focus': {
      bring: async (walk) => {
        await walk.page.getByRole('button', { name: 'Use this picture' }).click()
        await walk.page.getByRole('slider', { name: 'Focus of avatar' }).waitFor()
      },
    },
    uploading: {
      bring: async (walk) => {
        await walk.hold('/api/uploads/images')
        await walk.page.getByLabel('Choose avatar').setInputFiles(picture)
        await walk.page.getByRole('progressbar', { name: 'Uploading avatar' }).waitFor()
      },
    },
    'a forbidden word': {
      bring: async (walk) => {
        await openNew(walk)
        await fillAll(walk)
        await field(walk, 'First message').fill('*looks up* {{user}}?')
        await field(walk, 'Backstory').fill('gore '.repeat(3_000))
        await walk.page.getByText('Content Not Allowed. Characters cannot contain: gore').waitFor()
      },
    },
    preview: {
      only: 'small',
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.page.setViewportSize({ width: 360, height: 740 })
        await button(walk, 'Preview').click()
        await walk.page.getByRole('dialog', { name: 'Preview' }).waitFor()
      },
    },
    leaving: {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await walk.page.keyboard.press('Escape')
        await walk.page.getByRole('dialog', { name: 'Preview' }).waitFor({ state: 'detached' })
        await walk.page.getByRole('link', { name: 'Recent Chats' }).first().click()
        await question(walk).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await question(walk).getByRole('button', { name: 'Leave' }).click()
        await walk.page.waitForURL('/memory')
        await openNew(walk)
        await walk.page.getByText('Draft restored').waitFor()
      },
    },
  },
  without: {
    loading: 'The form shows at once; suggested tags load later.',
    failed: 'The form needs no call; refused input has its own states.',
  },
  notices: {
    open: async (walk) => {
      await discard(walk)
      await openNew(walk)
    },
    all: [
      {
        texts: ['Error', 'Please fill in all required fields including avatar'],
        act: (walk) => button(walk, 'Create Character').click(),
      },
      {
        texts: ['Content Not Allowed', 'Characters cannot contain: vore, gore'],
        act: async (walk) => {
          await fillAll(walk)
          await field(walk, 'Backstory').fill('There was Gore, and then vore.')
          await button(walk, 'Create Character').click()
        },
      },
      {
        texts: ['Error', 'Failed to create character'],
        act: async (walk) => {
          await field(walk, 'Backstory').fill('Eleven winters at Harrow Point.')
          await walk.answer('/api/characters', failure, 'POST')
          await button(walk, 'Create Character').click()
        },
      },
      {
        texts: ['You are logged out. Logging in again...'],
        act: async (walk) => {
          await walk.answer('/api/characters', signedOut, 'POST')
          await walk.expectSignInRedirect(() => button(walk, 'Create Character').click())
        },
      },
    ],
  },
  stops: 45,
}

/** A private character of the visitor, adult by its category. */
let own = ''

const openEdit = async (walk: Walk) => {
  await walk.page.goto(`/edit-character/${own}`)
  await walk.page.getByRole('heading', { name: /^Edit / }).waitFor()
}

const openTopic = ({ page }: Walk, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`), expanded: false }).click()

const openVersions = async (walk: Walk) => {
  await button(walk, 'Versions').click()
  await walk.page.getByRole('dialog', { name: /^Versions of / }).waitFor()
}

export const editCharacter: Screen = {
  name: 'edit a character',
  row: 'editCharacter',
  who: 'member',
  prepare: async ({ client, stage }) => {
    const { body: known } = await client.get(`/api/characters/${stage.characterIds[0]}`)
    const { status, body, text } = await client.post('/api/characters', {
      name: 'W'.repeat(80),
      description: 'Keeps a light that nobody asked for.',
      personality: 'Dry, patient, watchful.',
      backstory: 'Eleven winters at Harrow Point.',
      avatar: known.avatar,
      category: 'Limitless',
      tags: ['Sea', 'Light'],
      isPublic: false,
      nickname: 'Mari',
      alternateGreetings: ['*looks up* You again? I thought that the storm had taken the road.', 'Ahoy.'],
      groupGreetings: ['All of you? There is one chair.'],
      exampleDialogue: '<START>\n{{user}}: Is there a room left?\n{{char}}: There is a chair. It has been patient.',
      depthNote: { text: 'It rains.', depth: 2, role: 'system' },
      creatorNotes: { text: 'Start at the pier.', translations: { de: 'Beginne am Pier.' } },
      creatorName: 'Ada',
      version: '1.2',
      source: ['https://example.com/mari'],
      assets: [
        { type: 'background', name: 'pier', address: known.avatar },
        ...['happy', 'neutral', 'W'.repeat(40)].map((name) => ({ type: 'emotion', name, address: known.avatar })),
      ],
    })
    if (status !== 201) throw new Error(text)
    own = body.id
    await client.put(`/api/characters/${own}`, {
      personality: 'Kind.',
      backstory: 'Twelve winters at Harrow Point, with a light that nobody asked for and a road that the sea takes.',
      alternateGreetings: ['*looks up* You again?', 'Ahoy.', 'Come in.'],
    })
  },
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold(singleCharacter)
        await walk.page.goto(`/edit-character/${own}`)
        await walk.page.getByText('Loading the character').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(singleCharacter, failure)
        await walk.page.goto(`/edit-character/${own}`)
        await walk.page.getByRole('heading', { name: 'Couldn’t load the character' }).waitFor()
      },
    },
    'another user’s': {
      bring: async (walk) => {
        walk.visitor.tolerate(/ 40[34]$/)
        await walk.page.goto(`/edit-character/${walk.stage.characterIds[0]}`)
        await walk.page.getByRole('heading', { name: 'Character Not Found' }).waitFor()
      },
    },
    'signed out': {
      bring: async (walk) => {
        await walk.answer(singleCharacter, signedOut)
        await walk.expectSignInRedirect(() => walk.page.goto(`/edit-character/${own}`))
        await walk.page.getByRole('heading', { name: 'Please log in to edit characters.' }).waitFor()
      },
    },
    deleting: {
      popup: '[role=alertdialog]',
      bring: async (walk) => {
        await walk.page.goto('/notifications')
        await openEdit(walk)
        await button(walk, 'Delete').click()
        await walk.page.getByRole('alertdialog').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.keyboard.press('Escape')
        await walk.page.getByRole('alertdialog').waitFor({ state: 'detached' })
      },
    },
    'no lorebooks': {
      bring: async (walk) => {
        await walk.answer('/api/lorebooks', { json: [] })
        await openTopic(walk, 'Lorebooks')
        await walk.page.getByText('You have no lorebooks yet.').waitFor()
      },
    },
    'lorebooks failed': {
      bring: async (walk) => {
        await openEdit(walk)
        await walk.answer('/api/lorebooks', failure)
        await openTopic(walk, 'Lorebooks')
        await walk.page.getByText('Couldn’t load your lorebooks.').waitFor()
      },
    },
    'everything advanced': {
      isWhole: true,
      bring: async (walk) => {
        await openEdit(walk)
        for (const name of ['Greetings', 'Dialogue', 'Instructions', 'Names and credits', 'Pictures', 'Sharing'])
          await openTopic(walk, name)
        await walk.page.getByRole('button', { name: /^Edit alternate greeting 1/ }).click()
        await field(walk, 'Alternate greeting 1').waitFor()
        await walk.page.getByRole('button', { name: /^Edit picture 1/ }).click()
        await walk.page.getByRole('checkbox', { name: /^Allow forks/ }).waitFor()
      },
    },
    'expressions with a problem': {
      bring: async (walk) => {
        const name = field(walk, 'Name of expression 2')
        await name.fill('HAPPY')
        await walk.page.locator('[aria-invalid=true]').first().waitFor()
        await name.evaluate((input: any) => input.scrollIntoView({ block: 'center' }))
      },
    },
    'versions loading': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.hold(versions)
        await openVersions(walk)
        await walk.page.getByText('Loading the versions').waitFor({ state: 'attached' })
      },
    },
    'versions failed': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await openEdit(walk)
        await walk.answer(versions, failure)
        await openVersions(walk)
        await walk.page.getByText('Couldn’t load the versions').waitFor()
      },
    },
    'a difference failed': {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await openEdit(walk)
        await walk.answer(version, failure)
        await openVersions(walk)
        await walk.page.getByRole('button', { name: 'What changed in version 2' }).click()
        await walk.page.getByText('Couldn’t load the difference').waitFor()
      },
    },
    versions: {
      popup: '[role=dialog]',
      bring: async (walk) => {
        await walk.page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
        await walk.page.getByRole('insertion').filter({ hasText: 'Kind.' }).waitFor()
      },
    },
    'bringing a version back': {
      popup: '[role=alertdialog]',
      bring: async ({ page }) => {
        await page.getByRole('button', { name: 'Bring back version 1' }).click()
        await page.getByRole('alertdialog').waitFor()
      },
    },
  },
  without: { empty: 'The character exists or is not found.' },
  notices: {
    open: async (walk) => {
      await discard(walk)
      await openEdit(walk)
    },
    all: [
      {
        texts: ['Error', 'Please fill in at least the name and description'],
        act: async (walk) => {
          await field(walk, 'Description').fill('')
          await button(walk, 'Save Changes').click()
        },
      },
      {
        texts: ['You are logged out. Logging in again...'],
        act: async (walk) => {
          await field(walk, 'Description').fill('Keeps a light.')
          await walk.answer(singleCharacter, signedOut, 'PUT')
          await walk.expectSignInRedirect(() => button(walk, 'Save Changes').click())
          await walk.page.getByRole('main').getByText('Please log in to edit characters.').waitFor()
        },
      },
      {
        texts: ['Access Denied', 'You can only edit characters you created.'],
        act: async (walk) => {
          await discard(walk)
          await openEdit(walk)
          await field(walk, 'Description').fill('Keeps a light.')
          const json = { message: 'You can only edit characters you created.', code: 'forbidden' }
          await walk.answer(singleCharacter, { status: 403, json }, 'PUT')
          await button(walk, 'Save Changes').click()
          await walk.page.waitForURL('/')
          await walk.page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
          await on(walk.page).gallery.waitFor()
        },
      },
    ],
  },
}
