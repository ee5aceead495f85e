import type { ListedSitePage, SitePage, SitePageName, User } from '#modules/accounts/api'
import { getCurrentUser, getSitePage, listSitePages } from '#modules/accounts/calls'
import type { Announcements } from '#modules/admin/api'
import { getAnnouncements } from '#modules/admin/calls'
import { idShape, type ChatData, type Demo, type LastChat, type Message, type ModelTier } from '#modules/chat/api'
import { MessageReader, type CharacterSummary, type Chip, type SharedCharacter, type Shelf } from '#modules/gallery/api'
import { getChat, getDemo, getLastChat, listModels } from '#modules/chat/calls'
import { getSharedCharacter, listChips, listFrontCharacters, listShelves } from '#modules/gallery/calls'
import type { DailyRewardCheck } from '#modules/economy/api'
import { checkDailyReward } from '#modules/economy/calls'
import { addressOf } from '#modules/kernel/calls'
import { dehydrate, QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static.node'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { AppLayout, loadBanners, loadFrame } from '../layouts/app_layout.tsx'
import ChatRoute from '../routes/chat_route.tsx'
import GalleryRoute from '../routes/gallery_route.tsx'
import LandingRoute from '../routes/landing_route.tsx'
import ShareRoute from '../routes/share_route.tsx'
import SitePageRoute from '../routes/site_page_route.tsx'
import { currentUserQuery } from '#web/features/accounts/current_user'
import { chatQuery, readWhichSession } from '#web/features/chat/chat_query'
import { lastChatQuery } from '#web/features/chat/components/last_chat'
import { dailyRewardQuery } from '#web/features/economy/daily_reward'
import { galleryAddress, readGalleryAddress } from '#web/features/gallery/gallery_address'
import {
  charactersQuery,
  chipsQuery,
  firstPageAddress,
  followedAddress,
  followedQuery,
  shelvesQuery,
} from '#web/features/gallery/list_queries'
import { callQuery } from '#web/lib/api_client'
import { nextPage } from '#web/lib/next_page'
import { OwnHosts } from '#web/lib/own_hosts'
import { createQueryClient } from '#web/lib/query_client'
import { nextTurn } from '#web/lib/server_tasks'
import { findScreen, pathPattern, screens, sitePageAt, sitePageScreens, type ScreenName } from '#web/screens'

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
      fetchJson(addressOf(getCurrentUser)),
      screen.load(url, fetchJson),
      // A chat shows none.
      name === 'chat' ? null : loadAnnouncements(queryClient, fetchJson),
    ])
    if (answer === null || fill === null) return null
    const user = answer.body as User
    // The app asks for their agreement first.
    if (user.agreementsWanted && !screens[name].isSitePage) return null
    await nextTurn()
    fill(queryClient, user)
    const route = <Route path={screens[name].path} element={screen.render(user)} />
    return renderHtml(queryClient, user, { address: url.pathname + url.search, ownHosts }, route)
  })
}

export { setHasRubies } from '#web/lib/has_rubies'

/** Renders the landing page, which is the same for all visitors. */
export const renderLanding = (fetchJson: FetchJson, ownHosts: readonly string[]): Promise<RenderedPage | null> =>
  withQueryClient(async (queryClient) => {
    const [list, demo, pages] = await Promise.all([
      fetchJson(addressOf(listFrontCharacters)),
      fetchJson(addressOf(getDemo)),
      fetchJson(addressOf(listSitePages)),
      loadAnnouncements(queryClient, fetchJson),
    ])
    if (list === null || demo === null || pages === null) return null
    queryClient.setQueryData(callQuery(listSitePages).queryKey, pages.body as ListedSitePage[])
    queryClient.setQueryData(callQuery(listFrontCharacters).queryKey, list.body as CharacterSummary[])
    queryClient.setQueryData(callQuery(getDemo).queryKey, demo.body as Demo)
    const { path } = screens.landing
    const route = <Route path={path} element={<LandingRoute />} />
    return renderHtml(queryClient, null, { address: path, ownHosts }, route)
  })

/** Renders the share page of a character, which is the same for all visitors. */
export const renderShared = (
  characterId: string,
  fetchJson: FetchJson,
  ownHosts: readonly string[]
): Promise<RenderedPage | null> =>
  withQueryClient(async (queryClient) => {
    const address = screens.share.href({ characterId })
    const [fill] = await Promise.all([
      loadShared(new URL(address, 'http://page.invalid'), fetchJson),
      loadAnnouncements(queryClient, fetchJson),
    ])
    if (fill === null) return null
    fill(queryClient)
    const route = <Route path={screens.share.path} element={<ShareRoute user={null} />} />
    return renderHtml(queryClient, null, { address, ownHosts }, route)
  })

/** Renders one of the operator's pages, which is the same for all visitors. */
export const renderSitePage = (
  name: SitePageName,
  fetchJson: FetchJson,
  ownHosts: readonly string[]
): Promise<RenderedPage | null> =>
  withQueryClient(async (queryClient) => {
    const { path } = screens[name]
    const [fill] = await Promise.all([
      loadSitePage(new URL(path, 'http://page.invalid'), fetchJson),
      loadAnnouncements(queryClient, fetchJson),
    ])
    if (fill === null) return null
    fill(queryClient)
    const route = <Route path={path} element={<SitePageRoute user={null} />} />
    return renderHtml(queryClient, null, { address: path, ownHosts }, route)
  })

/** Stores what is announced. Without an answer, the app shows it later. */
async function loadAnnouncements(queryClient: QueryClient, fetchJson: FetchJson): Promise<void> {
  const [answer] = await Promise.all([fetchJson(addressOf(getAnnouncements)), loadBanners()])
  if (answer) queryClient.setQueryData(callQuery(getAnnouncements).queryKey, answer.body as Announcements)
}

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
  queryClient.setQueryData(currentUserQuery().queryKey, user)
  await loadFrame(user === null)
  let failure: unknown = null
  const { prelude } = await prerenderToNodeStream(
    <OwnHosts value={ownHosts}>
      <QueryClientProvider client={queryClient}>
        <StaticRouter location={address}>
          <AppLayout user={user}>
            <Routes>{route}</Routes>
          </AppLayout>
        </StaticRouter>
      </QueryClientProvider>
    </OwnHosts>,
    // One chunk: later chunks would need inline scripts, which the content security policy forbids.
    { progressiveChunkSize: Infinity, onError: (error) => void (failure ??= error) }
  )
  if (failure !== null) throw failure
  await nextTurn()
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
  share: { load: loadShared, render: (user) => <ShareRoute user={user} /> },
  ...Object.fromEntries(
    sitePageScreens.map((name) => [name, { load: loadSitePage, render: (user: User) => <SitePageRoute user={user} /> }])
  ),
}

async function loadGallery({ searchParams }: URL, fetchJson: FetchJson) {
  const filter = readGalleryAddress(searchParams)
  const hasShelves = galleryAddress(filter) === '/'
  const [page, chips, reward, shelves, lastChat, followed] = await Promise.all([
    fetchJson(firstPageAddress(filter)),
    fetchJson(addressOf(listChips)),
    fetchJson(addressOf(checkDailyReward)),
    hasShelves ? fetchJson(addressOf(listShelves)) : null,
    hasShelves ? fetchJson(addressOf(getLastChat)) : null,
    hasShelves ? fetchJson(followedAddress()) : null,
  ])
  if (page === null || chips === null || (hasShelves && shelves === null)) return null
  return (queryClient: QueryClient, { limitlessEnabled }: User) => {
    const pages = [{ items: page.body as CharacterSummary[], next: nextPage(page.link) }]
    const { queryKey } = charactersQuery(filter, { showsAdult: limitlessEnabled })
    queryClient.setQueryData(queryKey, { pages, pageParams: [null] })
    queryClient.setQueryData(chipsQuery().queryKey, chips.body as Chip[])
    if (shelves) queryClient.setQueryData(shelvesQuery(limitlessEnabled).queryKey, shelves.body as Shelf[])
    if (lastChat) queryClient.setQueryData(lastChatQuery().queryKey, lastChat.body as LastChat)
    if (followed)
      queryClient.setQueryData(followedQuery(limitlessEnabled).queryKey, followed.body as CharacterSummary[])
    if (reward) queryClient.setQueryData(dailyRewardQuery().queryKey, reward.body as DailyRewardCheck)
  }
}

async function loadChat({ pathname, searchParams }: URL, fetchJson: FetchJson) {
  const characterId = new RegExp(pathPattern(screens.chat.path), 'i').exec(pathname)?.groups?.characterId
  if (!isId(characterId)) return null
  const which = readWhichSession(searchParams)
  if (which && 'session' in which && !isId(which.session)) return null
  const end = addressOf(getChat, { params: { id: characterId }, query: { ...which, end: true } })
  const [chat, models] = await Promise.all([fetchJson(end), fetchJson(addressOf(listModels))])
  if (chat === null || models === null) return null
  const shown = renderable(chat.body as ChatData)
  if (shown === null) return null
  return (queryClient: QueryClient) => {
    queryClient.setQueryData(chatQuery(characterId, which).queryKey, shown)
    queryClient.setQueryData(callQuery(listModels).queryKey, models.body as ModelTier[])
  }
}

async function loadShared({ pathname }: URL, fetchJson: FetchJson) {
  const characterId = new RegExp(pathPattern(screens.share.path), 'i').exec(pathname)?.groups?.characterId
  if (!isId(characterId)) return null
  const input = { params: { id: characterId } }
  const character = await fetchJson(addressOf(getSharedCharacter, input))
  if (character === null) return null
  const { queryKey } = callQuery(getSharedCharacter, input)
  return (queryClient: QueryClient) => void queryClient.setQueryData(queryKey, character.body as SharedCharacter)
}

async function loadSitePage({ pathname }: URL, fetchJson: FetchJson) {
  const input = { params: { name: sitePageAt(pathname) } }
  const page = await fetchJson(addressOf(getSitePage, input))
  if (page === null) return null
  const { queryKey } = callQuery(getSitePage, input)
  return (queryClient: QueryClient) => void queryClient.setQueryData(queryKey, page.body as SitePage)
}

const isId = (text: string | null | undefined): text is string => idShape.test(text ?? '')

/** About half of the nodes are elements. Their number, not that of the letters, is what rendering a message costs. */
const piecesMax = 2_000

/**
 * The end of a chat, without messages that take too long to render. Null when that is the last one, and when the messages include none
 * of the reader: only a chat that the reader has written in opens at its end, so other content would shift when the full chat arrives.
 */
function renderable(end: ChatData): ChatData | null {
  let start = end.messages.length
  for (let pieces = 0; start > 0; start -= 1) {
    pieces += piecesOf(end.messages[start - 1]!)
    if (pieces > piecesMax) break
  }
  const messages = end.messages.slice(start)
  const chat = start === 0 ? end : { ...end, messages, hasOlder: true }
  return !chat.hasOlder || messages.some(({ isUser }) => isUser) ? chat : null
}

const piecesOf = ({ content }: Message): number => {
  const reader = new MessageReader()
  reader.read(content)
  return 1 + reader.nodes
}
