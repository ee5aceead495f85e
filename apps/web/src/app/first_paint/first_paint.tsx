import { paths as accountPaths, type User } from '#modules/accounts/api'
import { idShape, paths as chatPaths, type ChatData, type ModelTier } from '#modules/chat/api'
import type { CharacterSummary } from '#modules/gallery/api'
import { paths as economyPaths, type DailyRewardCheck } from '#modules/economy/api'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static.node'
import { matchPath, Route, Routes, StaticRouter } from 'react-router-dom'
import { AppLayout, loadFrame } from '../layouts/app_layout.tsx'
import { Providers } from '../providers/providers.tsx'
import { screenPaths } from '../router/known_paths.ts'
import { ChatRoute } from '../routes/chat_route.tsx'
import { GalleryRoute } from '../routes/gallery_route.tsx'
import { LandingRoute } from '../routes/landing_route.tsx'
import { getCurrentUserQueryOptions } from '../../features/accounts/api/get_current_user.ts'
import { getChatQueryOptions } from '../../features/chat/api/get_chat.ts'
import { listModelsQueryOptions } from '../../features/chat/api/list_models.ts'
import { checkDailyRewardQueryOptions } from '../../features/economy/api/check_daily_reward.ts'
import { firstPageAddress, listCharactersQueryOptions } from '../../features/gallery/api/list_characters.ts'
import {
  frontAddress,
  listFrontCharactersQueryOptions,
  withoutAdult,
} from '../../features/gallery/api/list_front_characters.ts'
import { readGalleryAddress } from '../../features/gallery/gallery_address.ts'
import { nextPage } from '../../lib/next_page.ts'
import { OwnHosts } from '../../lib/own_hosts.ts'
import { createQueryClient } from '../../lib/query_client.ts'

/** What a call was answered with when it succeeded: its JSON, and its `Link` header. */
export interface Answer {
  body: unknown
  link: string | null
}

/** Makes a call in the name of whoever asked for the page; null when it is answered with anything but success. */
export type Ask = (path: string) => Promise<Answer | null>

export interface FirstPaint {
  /** What stands in the page's root until the app takes its place. */
  html: string
  /** What was read for it, as the app's query client keeps it. */
  data: unknown
}

/**
 * The first screen of somebody who is signed in, drawn with what it is going to ask for. null for the screens that are not drawn ahead,
 * and whenever something is not there: then the app draws all by itself.
 */
export async function paint(address: string, ask: Ask, ownHosts: readonly string[]): Promise<FirstPaint | null> {
  const url = new URL(address, 'http://page.invalid')
  const fill = fillerOf(url)
  if (fill === null) return null
  return withQueries(async (queryClient) => {
    const [whoever, isFilled] = await Promise.all([ask(accountPaths.currentUser), fill(queryClient, ask), loadFrame()])
    if (whoever === null || !isFilled) return null
    const user = whoever.body as User
    isFilled(user)
    return draw(
      queryClient,
      user,
      { address: url.pathname + url.search, ownHosts },
      <>
        <Route path={screenPaths.home} element={<GalleryRoute user={user} />} />
        <Route path={screenPaths.chat} element={<ChatRoute user={user} />} />
      </>
    )
  })
}

/** The front page, the same for all visitors. */
export const paintFront = (ask: Ask, ownHosts: readonly string[]): Promise<FirstPaint | null> =>
  withQueries(async (queryClient) => {
    const front = listFrontCharactersQueryOptions()
    const list = await ask(frontAddress)
    if (list === null) return null
    queryClient.setQueryData(front.queryKey, withoutAdult(list.body as CharacterSummary[]))
    const at = { address: screenPaths.home, ownHosts }
    return draw(queryClient, null, at, <Route path={screenPaths.home} element={<LandingRoute />} />)
  })

async function withQueries<Result>(use: (queryClient: QueryClient) => Promise<Result>): Promise<Result> {
  const queryClient = createQueryClient()
  try {
    return await use(queryClient)
  } finally {
    queryClient.clear()
  }
}

async function draw(
  queryClient: QueryClient,
  user: User | null,
  { address, ownHosts }: { address: string; ownHosts: readonly string[] },
  screens: ReactNode
): Promise<FirstPaint> {
  queryClient.setQueryData(getCurrentUserQueryOptions().queryKey, user)
  let failure: unknown = null
  const { prelude } = await prerenderToNodeStream(
    <OwnHosts value={ownHosts}>
      <Providers queryClient={queryClient}>
        <StaticRouter location={address}>
          <Routes>
            <Route element={<AppLayout user={user} />}>{screens}</Route>
          </Routes>
        </StaticRouter>
      </Providers>
    </OwnHosts>,
    // In one piece: pieces that come later would need scripts in the page.
    { progressiveChunkSize: Infinity, onError: (error) => void (failure ??= error) }
  )
  if (failure !== null) throw failure
  const html = await text(prelude)
  const isRead = ({ state }: { state: { status: string } }) => state.status === 'success'
  return { html, data: dehydrate(queryClient, { shouldDehydrateQuery: isRead }) }
}

const isId = (text: string | null | undefined): text is string => idShape.test(text ?? '')

type Filler = (queryClient: QueryClient, ask: Ask) => Promise<((user: User) => void) | null>

function fillerOf({ pathname, searchParams }: URL): Filler | null {
  if (pathname === screenPaths.home) return galleryOf(searchParams)
  const characterId = matchPath(screenPaths.chat, pathname)?.params.characterId
  const session = searchParams.get('session')
  return isId(characterId) && isId(session) ? chatOf(characterId, session) : null
}

const galleryOf =
  (query: URLSearchParams): Filler =>
  async (queryClient, ask) => {
    const filter = readGalleryAddress(query)
    const [page, reward] = await Promise.all([ask(firstPageAddress(filter)), ask(economyPaths.dailyRewardCheck)])
    if (page === null) return null
    return ({ limitlessEnabled }) => {
      const pages = [{ items: page.body as CharacterSummary[], next: nextPage(page.link) }]
      const { queryKey } = listCharactersQueryOptions(filter, { showsAdult: limitlessEnabled })
      queryClient.setQueryData(queryKey, { pages, pageParams: [null] })
      if (reward) queryClient.setQueryData(checkDailyRewardQueryOptions().queryKey, reward.body as DailyRewardCheck)
    }
  }

const chatOf =
  (characterId: string, session: string): Filler =>
  async (queryClient, ask) => {
    const [chat, models] = await Promise.all([
      ask(`${chatPaths.chat(characterId)}?session=${encodeURIComponent(session)}`),
      ask(chatPaths.models),
    ])
    if (chat === null || models === null) return null
    const whole = chat.body as ChatData
    const shown = endOf(whole)
    if (shown === null) return null
    const isWhole = shown.messages.length === whole.messages.length
    return () => {
      const { queryKey } = getChatQueryOptions(characterId, { session })
      queryClient.setQueryData(queryKey, shown, isWhole ? undefined : { updatedAt: outOfDate })
      queryClient.setQueryData(listModelsQueryOptions().queryKey, models.body as ModelTier[])
    }
  }

/** The app reads such data anew as soon as it runs. */
const outOfDate = 0
/** More than a window shows, and little enough that drawing it holds up no other request. */
const messagesMax = 20
const lettersMax = 20_000
const bytesMax = 200_000

/**
 * The chat with its last messages only. Null when not even the last one is small enough, and when the part would open in another place
 * than the whole: a chat opens at its end once the reader has written in it.
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
