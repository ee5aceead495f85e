import type { CaseDetails } from '#modules/moderation/api'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectToast } from './expect_toast.ts'
import { completeCharacter, FakeGallery } from './fake_gallery.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
beforeEach(() => {
  api = new FakeGallery()
})

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Report' }))
const sent = () => api.calls('POST /api/reports')

test('a character, its uploaded picture and its creator can be reported with a reason', async () => {
  const hash = 'a'.repeat(64)
  const avatar = `/pictures/uploads/${hash}.webp`
  const mara = api.addCharacter({ ...completeCharacter, name: 'Mara Venn', avatar, createdBy: 'user-9' })
  const { user } = renderApp(api, `/character/${mara.id}`)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'More options for Mara Venn' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Report' }))
    return dialog()
  }
  let form = await open()
  await user.click(form.getByRole('button', { name: 'Send report' }))
  expect(form.getByText('Please choose a reason.')).toBeTruthy()
  expect(sent()).toEqual([])
  await user.selectOptions(form.getByLabelText('Reason'), 'A real person')
  await user.type(form.getByLabelText(/^What is wrong/), ' My neighbour. ')
  await user.click(form.getByRole('button', { name: 'Send report' }))
  await expectToast('Report sent')
  form = await open()
  await user.click(form.getByRole('radio', { name: 'Picture' }))
  await user.selectOptions(form.getByLabelText('Reason'), 'Spam or deception')
  await user.click(form.getByRole('button', { name: 'Send report' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toEqual([
    { kind: 'character', id: mara.id, reason: 'real_person', words: 'My neighbour.', messageIds: [] },
    { kind: 'picture', id: hash, reason: 'spam', words: '', messageIds: [] },
  ])
})

test('comments of others can be reported, and the dialog stays open after a failure', async () => {
  const mara = api.addCharacter({ ...completeCharacter, name: 'Mara Venn' })
  api.addComments(mara.id, ['Rude.'])
  const { user } = renderApp(api, `/character/${mara.id}`)
  await user.click(await screen.findByRole('button', { name: 'Report the comment by Ines' }))
  const form = await dialog()
  api.failNext('POST /api/reports', 409, { message: 'You have reported this already.', code: 'reported_already' })
  await user.selectOptions(form.getByLabelText('Reason'), 'Hate')
  await user.click(form.getByRole('button', { name: 'Send report' }))
  await expectToast('You have reported this already.')
  expect(form.getByRole('button', { name: 'Send report' })).toBeTruthy()
})

test('a report of an answer shows the messages that it sends, of which only the answer is given', async () => {
  const mara = api.addCharacter({ name: 'Mara Venn' })
  const chat = api.addChat(mara.id, ['An answer.'])
  const message = chat.messages.at(-1)!
  Object.assign(message, { model: 'basic', isUser: false })
  api.moderation.quotes = [
    { id: 'm-1', author: 'User', isUser: true, text: 'My secret.' },
    { id: message.id, author: null, isUser: false, text: 'An answer.' },
  ]
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await user.click((await screen.findAllByRole('button', { name: /^More/ })).at(-1)!)
  await user.click(await screen.findByRole('menuitem', { name: 'Report' }))
  const form = await dialog()
  const secret = await form.findByRole<HTMLInputElement>('checkbox', { name: /My secret/ })
  expect(secret.checked).toBe(false)
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: /An answer/ }).disabled).toBe(true)
  await user.click(secret)
  await user.selectOptions(form.getByLabelText('Reason'), 'Hate')
  await user.click(form.getByRole('button', { name: 'Send report' }))
  await waitFor(() =>
    expect(sent()).toEqual([{ kind: 'answer', id: message.id, reason: 'hate', words: '', messageIds: ['m-1'] }])
  )
})

test('statements of reasons are shown above the notifications, and can be appealed against', async () => {
  api.moderation.statements = [
    {
      id: 's-1',
      createdAt: hoursAgo(2),
      title: 'Your character was hidden',
      thing: { kind: 'character', title: 'Mara Venn' },
      paragraphs: ['Other people can’t find it.'],
      isUndone: false,
      appeal: null,
      canAppeal: true,
    },
  ]
  const { user } = renderApp(api, '/notifications')
  const list = within(await screen.findByRole('list', { name: 'Decisions about your content' }))
  expect(list.getByRole('heading', { name: 'Your character was hidden' })).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Appeal' }))
  await user.click(list.getByRole('button', { name: 'Send appeal' }))
  expect(list.getByText('Please write why the decision is wrong.')).toBeTruthy()
  await user.type(list.getByLabelText('Why is the decision wrong?'), 'I made her up.')
  await user.click(list.getByRole('button', { name: 'Send appeal' }))
  expect(await list.findByText('Appeal is open')).toBeTruthy()
  expect(list.getByText('I made her up.')).toBeTruthy()
  expect(list.queryByRole('button', { name: 'Appeal' })).toBeNull()
})

const caseOf = (id: string, title: string): CaseDetails => ({
  id,
  thing: { kind: 'character', id: `thing-${id}` },
  title,
  state: 'open',
  reason: 'hate',
  reports: 1,
  openedAt: hoursAgo(2),
  dueAt: new Date(Date.now() + 86_400_000).toISOString(),
  decision: null,
  author: { id: 'user-9', name: 'Ines', isDisabled: false },
  characterId: `thing-${id}`,
  reportList: [
    {
      id: `report-${id}`,
      createdAt: hoursAgo(2),
      reporter: { id: 'user-8', name: 'Robin' },
      reason: 'hate',
      words: `Words about ${title}`,
      notice: null,
      snapshot: { title, picture: '/pictures/a.webp', isAdult: false, texts: [{ label: 'Description', text: 'Dry.' }] },
    },
  ],
  decisions: [],
  history: [],
  others: [],
  alike: [],
})

test('moderators move through the queue and decide by the keyboard', async () => {
  api.user = { ...api.user!, role: 'moderator' }
  api.moderation.cases = [caseOf('1', 'Mara Venn'), caseOf('2', 'Tomasz')]
  const { user, address } = renderApp(api, '/admin/reports')
  await screen.findByRole('link', { name: /^Mara Venn/ })
  await user.keyboard('j')
  expect(await screen.findByText('Words about Mara Venn')).toBeTruthy()
  await user.keyboard('j')
  expect(await screen.findByText('Words about Tomasz')).toBeTruthy()
  await user.keyboard('k')
  await screen.findByText('Words about Mara Venn')
  expect(address()).toContain('case=1')
  await user.keyboard('h')
  const words = screen.getByLabelText<HTMLTextAreaElement>('Statement for the author')
  expect(document.activeElement).toBe(words)
  expect(words.value).toBe('It attacks people for who they are.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Hidden')
  expect(api.calls('POST /api/admin/cases/1/decisions')).toEqual([
    { kind: 'hide', reason: 'hate', words: 'It attacks people for who they are.', seen: 0 },
  ])
  expect(await screen.findByRole('button', { name: 'Undo this decision' })).toBeTruthy()
})

test('the picture of a case is covered until the moderator asks for it', async () => {
  api.user = { ...api.user!, role: 'moderator' }
  api.moderation.cases = [caseOf('1', 'Mara Venn')]
  const { user, container } = renderApp(api, '/admin/reports?case=1')
  const show = await screen.findByRole('button', { name: 'Show the picture' })
  expect(container.querySelector('img[src*="/pictures/a.webp"]')).toBeNull()
  await user.click(show)
  expect(container.querySelector('img[src*="/pictures/a.webp"]')).not.toBeNull()
})

test('members don’t get the queue', async () => {
  renderApp(api, '/admin/reports')
  expect(await screen.findByText('404', { exact: false })).toBeTruthy()
})

test('a creator can be hidden and blocked, which can be undone at once and in the settings', async () => {
  const mara = api.addCharacter({ ...completeCharacter, name: 'Mara Venn', createdBy: 'user-9' })
  const { user, goTo } = renderApp(api, `/character/${mara.id}`)
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'More options for Mara Venn' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Hide this character')
  await expectToast('Mara Venn is hidden')
  await user.click(screen.getAllByText('Undo').find((each) => each.closest('button'))!)
  await waitFor(() => expect(api.calls(`DELETE /api/user/hidings/character/${mara.id}`)).toHaveLength(1))
  await choose('Block this creator')
  await expectToast('Creator blocked')
  expect(api.hidings).toEqual([{ kind: 'person', id: 'user-9', name: 'Ines' }])
  await goTo('/settings/content')
  await user.click(await screen.findByRole('button', { name: 'Unblock Ines' }))
  expect(await screen.findByText(/^You hide nothing/)).toBeTruthy()
  expect(api.hidings).toEqual([])
})

test('the author of a comment can be blocked instead of reported', async () => {
  const mara = api.addCharacter({ ...completeCharacter, name: 'Mara Venn' })
  api.addComments(mara.id, ['Rude.'])
  const { user } = renderApp(api, `/character/${mara.id}`)
  await user.click(await screen.findByRole('button', { name: 'Report the comment by Ines' }))
  await user.click((await dialog()).getByRole('button', { name: 'Block the author' }))
  await expectToast('Person blocked')
  expect(sent()).toEqual([])
  expect(api.hidings).toEqual([{ kind: 'person', id: 'user-9', name: 'Ines' }])
})

test('the public form sends proof of work that a worker found, and none where none is asked for', async () => {
  const asked: unknown[] = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(challenge: unknown) {
        asked.push(challenge)
        this.dispatchEvent(new MessageEvent('message', { data: 'the answer' }))
      }
      terminate() {}
    }
  )
  const { user, goTo } = renderApp(api, '/report')
  const send = async () => {
    await user.selectOptions(await screen.findByLabelText('What is it about?'), 'illegal')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByRole('heading', { name: 'Check your mail' })
  }
  await send()
  expect(asked).toEqual([])
  api.moderation.challenge = { parameters: { nonce: 'n' }, signature: 's' }
  await goTo('/library')
  await screen.findByRole('heading', { name: 'Library' })
  await goTo('/report')
  await send()
  expect(asked).toEqual([api.moderation.challenge])
  const sent = api.calls('POST /api/notices') as { challenge: string }[]
  expect(sent.map(({ challenge }) => challenge)).toEqual(['', 'the answer'])
})
