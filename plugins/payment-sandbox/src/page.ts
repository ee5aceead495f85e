import type { PageAnswer, PageRequest } from '../../contract/payment.ts'
import { ProviderError } from '../../contract/errors.ts'
import type { Names } from './names.ts'
import { openPage, settledPage } from './page_html.ts'
import type { SandboxEvents } from './sandbox_events.ts'
import { stateOf, type State, type Story } from './story.ts'
import type { StoryFiles } from './story_files.ts'

/** The checkout page: `GET` shows it, `POST` with `decision` decides. What is decided stays decided. */
export function checkoutPage(files: StoryFiles, names: Names, events: SandboxEvents, now: () => Date) {
  return async ({ method, path, form }: PageRequest): Promise<PageAnswer | null> => {
    const token = /^\/([0-9a-f]{40})$/.exec(path)?.[1]
    const story = token === undefined ? null : await files.read(token)
    // A folder may have been carried over from another secret: then its names are no longer ours to use.
    if (story === null || names.token(story.order.id) !== token) return null
    const state = stateOf(story, now().getTime())
    if (method === 'GET') return shown(story, state)
    if (form['decision'] === 'close') return { redirectTo: wayBack(story, state) }
    if (state.status !== 'open') return afterwards(story, state)
    if (form['decision'] === 'pay') await decided(events.pay(story.order.id))
    else if (form['decision'] === 'decline') await decided(events.decline(story.order.id))
    else return { html: openPage(story.order), status: 422 }
    const after = await files.read(token!)
    return after === null ? null : afterwards(after, stateOf(after, now().getTime()))
  }
}

/** A second click, or another tab, may have been faster: then what it decided stands. */
async function decided(happening: Promise<unknown>): Promise<void> {
  try {
    await happening
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === 'bad_request')) throw error
  }
}

const shown = (story: Story, state: State): PageAnswer =>
  state.status === 'open'
    ? { html: openPage(story.order), status: 200 }
    : { html: settledPage(story.order, state), status: state.status === 'expired' ? 410 : 200 }

/** Whoever decides is led back; whoever comes too late is told so. */
const afterwards = (story: Story, state: State): PageAnswer =>
  state.status === 'expired' ? shown(story, state) : { redirectTo: wayBack(story, state) }

const wayBack = ({ order }: Story, { status }: State): string =>
  status === 'paid' || status === 'pending' ? order.successUrl : order.cancelUrl
