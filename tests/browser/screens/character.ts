import type { CharacterDetails, Comment } from '#modules/gallery/api'
import { until } from '../support/screens.ts'
import { failure, signedOut, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const singleCharacter = /\/api\/characters\/[\w-]{36}/
const comments = /\/api\/characters\/[\w-]+\/comments/

const address = ({ stage }: Walk) => `/character/${stage.characterIds[1]}`
const heading = ({ page }: Walk, name?: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const field = ({ page }: Walk) => page.getByRole('textbox', { name: 'Add a comment' })
const like = ({ page }: Walk) => page.getByRole('button', { name: /^Like, / })

const open = async (walk: Walk) => {
  await walk.page.goto(address(walk))
  await field(walk).waitFor()
}

const comment = (content: string): Comment => ({
  editedAt: null,
  parentId: null,
  replies: 0,
  id: content,
  content,
  createdAt: new Date().toISOString(),
  user: { id: 'someone', firstName: 'Ada', username: null, profileImageUrl: null },
})

export const character: Screen = {
  name: 'character',
  row: 'character',
  who: 'member',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold(singleCharacter)
        await walk.page.goto(address(walk))
        await walk.page.getByText('Loading the character').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(singleCharacter, failure)
        await walk.page.goto(address(walk))
        await heading(walk, 'Couldn’t load the character')
      },
    },
    'not found': {
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: GET \/api\/characters\/\S+ 404$/)
        await walk.page.goto('/character/00000000-0000-7000-8000-000000000000')
        await heading(walk, 'Character Not Found')
      },
    },
    'comments loading': {
      bring: async (walk) => {
        await walk.hold(comments)
        await open(walk)
        await walk.page.getByText('Loading comments').waitFor({ state: 'attached' })
      },
    },
    'comments failed': {
      bring: async (walk) => {
        await walk.answer(comments, failure)
        await open(walk)
        await walk.page.getByText('Couldn’t load the comments.').waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer(comments, { json: [] })
        await open(walk)
        await walk.page.getByText('No comments yet. Be the first to comment!').waitFor()
      },
    },
    'for adults': {
      isWhole: true,
      bring: async (walk) => {
        const covered = { isNsfw: true, avatar: null, background: null, description: null }
        const withheld = { backstory: null, personality: null, scenario: null, firstMessage: null, greeting: null }
        await walk.change<CharacterDetails>(singleCharacter, (character) => ({ ...character, ...covered, ...withheld }))
        await walk.page.goto(address(walk))
        await walk.page.getByRole('heading', { name: 'Adult Content' }).waitFor()
      },
    },
    'another user’s fork': {
      isWhole: true,
      bring: async (walk) => {
        const ancestor = (name: string | null) => ({
          id: `${name}`,
          name,
          creator: name === null ? null : { id: 'ada', name: 'Ada', username: null },
        })
        await walk.change<CharacterDetails>(singleCharacter, (character) => ({
          ...character,
          backstory: null,
          personality: null,
          definitionPublic: false,
          allowForks: true,
          alternateGreetings: ['Ahoy.', 'You again?'],
          creatorNotes: { text: 'Start at the pier, and bring a coat.', translations: {} },
          creatorName: 'Marisol Vega',
          version: '1.2',
          source: ['https://example.com/cards/the-keeper-of-a-light-that-nobody-asked-for'],
          forkedFrom: ancestor('The keeper'),
          credits: [ancestor(null), ancestor('The keeper')],
        }))
        await open(walk)
        await walk.page.getByRole('button', { name: 'Fork' }).waitFor()
      },
    },
    refused: {
      isWhole: true,
      bring: async (walk) => {
        await walk.change<CharacterDetails>(singleCharacter, (character) => ({
          ...character,
          createdBy: walk.client.user.id,
          isPublic: false,
          review: 'refused',
          reviewReason: 'Please leave out the address of a real person in the backstory.',
        }))
        await walk.answer(comments, { json: [{ ...comment('Well said.'), review: 'waiting' }] })
        await open(walk)
        await walk.page.getByText('Edit it to have it looked at again.').waitFor()
        await walk.page.getByText('Well said.').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.change<CharacterDetails>(singleCharacter, (character) => ({
          ...character,
          createdBy: walk.client.user.id,
        }))
        await walk.answer(comments, { json: [comment('I asked for the way.'), comment('W'.repeat(200))] })
        await open(walk)
        await walk.page.getByText('I asked for the way.').waitFor()
        await walk.page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
      },
    },
    'deleting it': {
      popup: '[role=alertdialog]',
      bring: async ({ page }) => {
        await page
          .getByRole('button', { name: /^Delete / })
          .first()
          .click()
        await page.getByRole('alertdialog').waitFor()
      },
    },
    'an empty comment': {
      bring: async ({ page }) => {
        await page.keyboard.press('Escape')
        await page.getByRole('alertdialog').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Post comment' }).click()
        await page.getByText('Write something first.').waitFor()
      },
    },
  },
  notices: {
    open,
    all: [
      {
        texts: ['Error', 'Failed to toggle like'],
        act: async (walk) => {
          await walk.answer(/\/api\/characters\/[\w-]+\/like/, failure)
          await like(walk).click()
        },
      },
      {
        texts: ['Error', 'Failed to add comment'],
        act: async (walk) => {
          await walk.answer(comments, failure, 'POST')
          await field(walk).fill('I asked for the way.')
          await walk.page.getByRole('button', { name: 'Post comment' }).click()
        },
      },
      {
        texts: ['Login Required', 'Please log in to like characters'],
        act: async (walk) => {
          await walk.answer(/\/api\/characters\/[\w-]+\/like/, signedOut)
          await walk.expectSignInRedirect(() => like(walk).click())
        },
      },
      {
        texts: ['Login Required', 'Please log in to comment'],
        act: async (walk) => {
          await open(walk)
          await walk.answer(comments, signedOut, 'POST')
          await field(walk).fill('I asked for the way.')
          await until(() => field(walk).isEnabled(), 'the comment can be posted')
          await walk.expectSignInRedirect(() => walk.page.getByRole('button', { name: 'Post comment' }).click())
        },
      },
    ],
  },
  stops: 25,
}
