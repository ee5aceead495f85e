import type { CaseDetails, ListedCase, Statement } from '#modules/moderation/api'
import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const main = ({ page }: Walk) => page.getByRole('main')
const time = '2026-11-30T12:00:00.000Z'
const caseId = '019ad5f0-0000-7000-8000-000000000001'
const casePath = `/api/admin/cases/${caseId}`

const listed: ListedCase = {
  id: caseId,
  thing: { kind: 'character', id: '019ad5f0-0000-7000-8000-000000000002' },
  title: 'Marisol of the Long Pier',
  state: 'appealed',
  reason: 'real_person',
  reports: 2,
  openedAt: time,
  dueAt: time,
  decision: 'hide',
}

const found: CaseDetails = {
  ...listed,
  author: { id: '019ad5f0-0000-7000-8000-000000000003', name: 'Ann Venn', isDisabled: true },
  characterId: '019ad5f0-0000-7000-8000-000000000002',
  reportList: [
    {
      id: '1',
      createdAt: time,
      reporter: { id: '4', name: 'Robin' },
      reason: 'real_person',
      words: 'This is my neighbour.',
      notice: {
        number: 'ABCDE23456',
        location: '/character/x',
        isConfirmed: false,
        contact: { name: 'Ann', email: 'ann@example.test' },
      },
      snapshot: {
        title: 'Marisol of the Long Pier',
        picture: '/pictures/uploads/a.webp',
        isAdult: true,
        texts: [{ label: 'Description', text: 'Keeps a light. '.repeat(60) }],
      },
    },
    {
      id: '2',
      createdAt: time,
      reporter: null,
      reason: 'spam',
      words: '',
      notice: null,
      snapshot: { title: 'Marisol', picture: null, isAdult: false, texts: [] },
    },
  ],
  decisions: [
    {
      id: '5',
      createdAt: time,
      moderator: { id: '6', name: 'Kim' },
      kind: 'hide',
      reason: 'real_person',
      words: 'It depicts a real person.',
      until: null,
      undoneAt: null,
      appeal: { createdAt: time, words: 'It is me.', outcome: null, answer: '' },
      isOfCopy: false,
    },
  ],
  history: [{ ...listed, id: '7', state: 'closed', dueAt: null, decision: 'dismiss' }],
  alike: [],
  others: [{ ...listed, id: '8', state: 'open', thing: { kind: 'comment', id: '9' }, decision: null }],
}

const open = (walk: Walk) => walk.page.goto(`/admin/reports?case=${caseId}`)

export const reports: Screen = {
  name: 'reports',
  row: 'adminReports',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/admin/cases')
        await walk.page.goto('/admin/reports')
        await walk.page.getByText('Loading cases').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/admin/cases', failure)
        await walk.page.goto('/admin/reports')
        await main(walk).getByText('Couldn’t load the queue').waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/admin/cases', { json: [] })
        await walk.page.goto('/admin/reports')
        await main(walk).getByText('No open reports').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/admin/cases', { json: [listed] })
        await walk.page.goto('/admin/reports')
        await main(walk)
          .getByRole('link', { name: /^Marisol/ })
          .waitFor()
      },
    },
    'a case that loads': {
      bring: async (walk) => {
        await walk.answer('/api/admin/cases', { json: [listed] })
        // The held call reaches the server when it is released.
        walk.visitor.tolerate(/^answer: GET \/api\/admin\/cases\/\S+ 404$/)
        await walk.hold(casePath)
        await open(walk)
        await walk.page.getByText('Loading the case').waitFor({ state: 'attached' })
      },
    },
    'a case that failed': {
      bring: async (walk) => {
        await walk.answer('/api/admin/cases', { json: [listed] })
        await walk.answer(casePath, failure)
        await open(walk)
        await main(walk).getByText('Couldn’t load the case').waitFor()
      },
    },
    'a case': {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/admin/cases', { json: [listed] })
        await walk.answer(casePath, { json: found })
        await open(walk)
        await main(walk).getByRole('heading', { level: 2, name: 'Marisol of the Long Pier' }).waitFor()
      },
    },
  },
  stops: 20,
}

const statementOf: Statement = {
  id: '5',
  createdAt: time,
  title: 'Your character was hidden',
  thing: { kind: 'character', title: 'Marisol of the Long Pier' },
  paragraphs: ['Other people can’t find it or chat with it. This has no end date.', 'The ground is: a real person.'],
  isUndone: false,
  appeal: null,
  canAppeal: true,
}

const linkCall = '/api/statement-links/abc'
const openLink = (walk: Walk) => walk.page.goto('/statement/abc')

export const statement: Screen = {
  name: 'statement',
  row: 'statement',
  who: 'visitor',
  states: {
    loading: {
      isBlank: true,
      bring: async (walk) => {
        await walk.hold(linkCall)
        await openLink(walk)
        await walk.page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(linkCall, failure)
        await openLink(walk)
        await walk.page.getByRole('heading', { name: 'Couldn’t load the statement' }).waitFor()
      },
    },
    'not found': {
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: GET \/api\/statement-links\/abc 404$/)
        await openLink(walk)
        await walk.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer(linkCall, { json: statementOf })
        await openLink(walk)
        await walk.page.getByRole('heading', { name: 'Your character was hidden' }).waitFor()
      },
    },
    'an appeal': {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer(linkCall, { json: statementOf })
        await walk.page.getByRole('button', { name: 'Appeal' }).click()
        await walk.page.getByRole('button', { name: 'Send appeal' }).click()
        await walk.page.getByText('Please write why').waitFor()
      },
    },
  },
  without: { empty: 'It always has a statement.' },
  stops: 6,
}

export const noticeForm: Screen = {
  name: 'public form',
  row: 'report',
  who: 'visitor',
  states: {
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto('/report')
        await walk.page.getByRole('heading', { name: 'Report content' }).waitFor()
      },
    },
    invalid: {
      isWhole: true,
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: POST \/api\/notices 422$/)
        await walk.page.getByRole('button', { name: 'Send' }).click()
        await walk.page.getByText('Please choose what it is about.').waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/notices', failure)
        await walk.page.getByRole('button', { name: 'Send' }).click()
        await walk.page.getByText('Couldn’t send the form.').waitFor()
      },
    },
    sent: {
      bring: async (walk) => {
        await walk.answer('/api/notices', { status: 201, json: { message: 'Sent.' } })
        await walk.page.getByRole('button', { name: 'Send' }).click()
        await walk.page.getByRole('heading', { name: 'Check your mail' }).waitFor()
      },
    },
  },
  without: { loading: 'It makes no call before it is sent.', empty: 'It is a form.' },
}

export const confirmNotice: Screen = {
  name: 'confirmation of a notice',
  row: 'confirmNotice',
  who: 'visitor',
  states: {
    done: {
      bring: async (walk) => {
        await walk.page.goto('/report/confirm/abc')
        await walk.page.getByRole('heading', { name: 'Confirm your notice' }).waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/notices/confirm', failure)
        await walk.page.getByRole('button', { name: 'Confirm' }).click()
        await walk.page.getByText('Couldn’t confirm it.').waitFor()
      },
    },
    'not found': {
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: POST \/api\/notices\/confirm 404$/)
        await walk.page.getByRole('button', { name: 'Confirm' }).click()
        await walk.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
      },
    },
  },
  without: { loading: 'It makes no call before the button is pressed.', empty: 'It has one button.' },
}
