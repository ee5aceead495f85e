import { paths as accountPaths, type User } from '#modules/accounts/api'
import { idShape, paths as chatPaths, type ChatData, type ModelTier } from '#modules/chat/api'
import type { CharacterSummary } from '#modules/gallery/api'
import { paths as economyPaths, type DailyRewardCheck } from '#modules/economy/api'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static.node'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { AppLayout, loadFrame } from '../layouts/app_layout.tsx'
import { Providers } from '../providers/providers.tsx'
import ChatRoute from '../routes/chat_route.tsx'
import GalleryRoute from '../routes/gallery_route.tsx'
import LandingRoute from '../routes/landing_route.tsx'
import { getCurrentUserQueryOptions } from '#web/features/accounts/api/get_current_user'
import { getChatQueryOptions } from '#web/features/chat/api/get_chat'
import { listModelsQueryOptions } from '#web/features/chat/api/list_models'
import { checkDailyRewardQueryOptions } from '#web/features/economy/api/check_daily_reward'
import { firstPageAddress, listCharactersQueryOptions } from '#web/features/gallery/api/list_characters'
import {
  frontAddress,
  listFrontCharactersQueryOptions,
  withoutAdult,
} from '#web/features/gallery/api/list_front_characters'
import { readGalleryAddress } from '#web/features/gallery/gallery_address'
import { nextPage } from '#web/lib/next_page'
import { OwnHosts } from '#web/lib/own_hosts'
import { createQueryClient } from '#web/lib/query_client'
import { findScreen, pathPattern, screens, type ScreenName } from '#web/screens'

/** A successful answer: its JSON, and its `Link` header. */
export interface Answer {
  body: unknown
  link: string | null
}

/** Makes a call on behalf of the reader; null for any answer but success. */
export type FetchJson = (path: string) => Promise<Answer | null>

export interface RenderedPage {
  html: string
  /** The dehydrated state of the query client. */
  data: unknown
}

/** Renders the screen of a signed-in user. Null for screens that the server does not render, and when a call fails. */
export async function renderScreen(
  address: string,
  fetchJson: FetchJson,
  ownHosts: readonly string[]
): Promise<RenderedPage | null> {
  const url = new URL(address, 'http://page.invalid')
  const name = findScreen(url.pathname, 'member')
  const screen = name && rendered[name]
  if (!screen) return null
  return withQueryClient(async (queryClient) => {
    const [answer, fill] = await Promise.all([
      fetchJson(accountPaths.currentUser),
      screen.load(url, fetchJson),
      loadFrame(),
    ])
    if (answer === null || fill === null) return null
    const user = answer.body as User
    fill(queryClient, user)
    const route = <Route path={screens[name].path} element={screen.render(user)} />
    return renderHtml(queryClient, user, { address: url.pathname + url.search, ownHosts }, route)
  })
}

/** Renders the landing page, which is the same for all visitors. */
export const renderLanding = (fetchJson: FetchJson, ownHosts: readonly string[]): Promise<RenderedPage | null> =>
  withQueryClient(async (queryClient) => {
    const list = await fetchJson(frontAddress)
    if (list === null) return null
    const { queryKey } = listFrontCharactersQueryOptions()
    queryClient.setQueryData(queryKey, withoutAdult(list.body as CharacterSummary[]))
    const { path } = screens.landing
    const route = <Route path={path} element={<LandingRoute />} />
    return renderHtml(queryClient, null, { address: path, ownHosts }, route)
  })

async function withQueryClient<Result>(use: (queryClient: QueryClient) => Promise<Result>): Promise<Result> {
  const queryClient = createQueryClient()
  try {
    return await use(queryClient)
  } finally {
    queryClient.clear()
  }
}

async function renderHtml(
  queryClient: QueryClient,
  user: User | null,
  { address, ownHosts }: { address: string; ownHosts: readonly string[] },
  route: ReactNode
): Promise<RenderedPage> {
  queryClient.setQueryData(getCurrentUserQueryOptions().queryKey, user)
  let failure: unknown = null
  const { prelude } = await prerenderToNodeStream(
    <OwnHosts value={ownHosts}>
      <Providers queryClient={queryClient}>
        <StaticRouter location={address}>
          <AppLayout user={user}>
            <Routes>{route}</Routes>
          </AppLayout>
        </StaticRouter>
      </Providers>
    </OwnHosts>,
    // One chunk: later chunks would need inline scripts, which the content security policy forbids.
    { progressiveChunkSize: Infinity, onError: (error) => void (failure ??= error) }
  )
  if (failure !== null) throw failure
  const html = await text(prelude)
  const isLoaded = ({ state }: { state: { status: string } }) => state.status === 'success'
  return { html, data: dehydrate(queryClient, { shouldDehydrateQuery: isLoaded }) }
}

interface RenderedScreen {
  /** Makes the calls of the screen. Resolves to a function that stores the answers; null when the screen can't be rendered. */
  load(url: URL, fetchJson: FetchJson): Promise<((queryClient: QueryClient, user: User) => void) | null>
  render(user: User): ReactNode
}

/** The screens with `isServerRendered`, except for the landing page. */
const rendered: Partial<Record<ScreenName, RenderedScreen>> = {
  gallery: { load: loadGallery, render: (user) => <GalleryRoute user={user} /> },
  chat: { load: loadChat, render: (user) => <ChatRoute user={user} /> },
}

async function loadGallery({ searchParams }: URL, fetchJson: FetchJson) {
  const filter = readGalleryAddress(searchParams)
  const [page, reward] = await Promise.all([
    fetchJson(firstPageAddress(filter)),
    fetchJson(economyPaths.dailyRewardCheck),
  ])
  if (page === null) return null
  return (queryClient: QueryClient, { limitlessEnabled }: User) => {
    const pages = [{ items: page.body as CharacterSummary[], next: nextPage(page.link) }]
    const { queryKey } = listCharactersQueryOptions(filter, { showsAdult: limitlessEnabled })
    queryClient.setQueryData(queryKey, { pages, pageParams: [null] })
    if (reward) queryClient.setQueryData(checkDailyRewardQueryOptions().queryKey, reward.body as DailyRewardCheck)
  }
}

async function loadChat({ pathname, searchParams }: URL, fetchJson: FetchJson) {
  const characterId = new RegExp(pathPattern(screens.chat.path), 'i').exec(pathname)?.groups?.characterId
  const session = searchParams.get('session')
  if (!isId(characterId) || !isId(session)) return null
  const [chat, models] = await Promise.all([
    fetchJson(`${chatPaths.chat(characterId)}?session=${encodeURIComponent(session)}`),
    fetchJson(chatPaths.models),
  ])
  if (chat === null || models === null) return null
  const full = chat.body as ChatData
  const shown = endOf(full)
  if (shown === null) return null
  const isComplete = shown.messages.length === full.messages.length
  return (queryClient: QueryClient) => {
    const { queryKey } = getChatQueryOptions(characterId, { session })
    queryClient.setQueryData(queryKey, shown, isComplete ? undefined : { updatedAt: outOfDate })
    queryClient.setQueryData(listModelsQueryOptions().queryKey, models.body as ModelTier[])
  }
}

const isId = (text: string | null | undefined): text is string => idShape.test(text ?? '')

/** The app refetches data with this age as soon as it runs. */
const outOfDate = 0
/** More than a viewport shows, but small enough not to delay other requests. */
const messagesMax = 20
const lettersMax = 20_000
const bytesMax = 200_000

/**
 * The chat with its last messages only. Null when the last message alone is too long, and when the messages include none of the
 * reader: only a chat that the reader has written in opens at its end, so other content would shift when the full chat arrives.
 */
function endOf(chat: ChatData): ChatData | null {
  const { messages } = chat
  let [start, letters, bytes] = [messages.length, 0, 0]
  while (start > 0 && messages.length - start < messagesMax) {
    const message = messages[start - 1]!
    letters += message.content.length
    bytes += JSON.stringify(message).length
    if (letters > lettersMax || bytes > bytesMax) break
    start -= 1
  }
  if (start === 0) return chat
  const end = messages.slice(start)
  return end.some(({ isUser }) => isUser) ? { ...chat, messages: end, hasOlder: true } : null
}
