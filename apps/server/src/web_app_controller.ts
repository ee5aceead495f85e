import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { brand } from '#config/brand'
import { appUrl, projectRoot } from '#config/env'
import { problem } from '#modules/kernel/problem'
import { FirstPaint } from './first_paint.ts'
import { FirstPictures } from './first_pictures.ts'

const pack = promisify(gzip)
const dist = join(projectRoot, 'apps/web/dist')
/** Longer pages are compressed beside everything else, shorter ones at once: those never wait for one of libuv's threads. */
const packedAtOnceMax = 100_000

/** The page as it was built, and what each screen loads first. Read once: no request waits for the disk. Null before a build. */
const built = existsSync(join(dist, 'index.html'))
  ? {
      html: readFileSync(join(dist, 'index.html'), 'utf8'),
      firstLoads: JSON.parse(readFileSync(join(dist, 'first_loads.json'), 'utf8')) as Record<string, string>,
    }
  : null

@inject()
export default class WebAppController {
  constructor(
    private readonly firstPictures: FirstPictures,
    private readonly firstPaint: FirstPaint
  ) {}

  /** The app's one page, for any path of its own. Paths of calls and of files that are not there are 404. */
  async page(ctx: HttpContext) {
    const path = ctx.request.url()
    if (/^\/(api|health|assets|pictures)(\/|$)/.test(path))
      return problem(ctx, 404, 'not_found', 'There is nothing at this address.')
    if (/\.[a-z0-9]{1,8}$/i.test(path)) return problem(ctx, 404, 'not_found', 'There is no such file.')
    if (built === null) return problem(ctx, 503, 'not_built', 'The web app is not built yet: run npm run build.')
    const address = ctx.request.url(true)
    // Good or not: enough to know what the page will ask for.
    const session = ctx.auth.use('web').token
    const isMember = session !== null
    const drawn = await this.#drawn(ctx, address, session)
    const lines = firstLines(address, isMember, built.firstLoads)
    const pictures = isMember && drawn === null ? this.firstPictures.linesFor(address) : ''
    const whole = withFullAddresses(built.html, path).replace('</head>', () => `${lines}${pictures}</head>`)
    const page = drawn === null ? whole : withScreen(whole, drawn)
    // The cookie of one reader is in no shared cache, whether their screen was drawn or not.
    const isPrivate = (isMember && drawn !== null) || ctx.response.getHeader('Set-Cookie') !== undefined
    const isPacked = ctx.request.encoding(['gzip']) === 'gzip'
    if (isPacked) ctx.response.header('Content-Encoding', 'gzip')
    return ctx.response
      .header('Cache-Control', isPrivate ? 'private, no-store' : 'no-cache')
      .type('text/html; charset=utf-8')
      .header('Vary', 'Cookie, Accept-Encoding')
      .send(!isPacked ? page : page.length > packedAtOnceMax ? await pack(page) : gzipSync(page))
  }

  async #drawn(ctx: HttpContext, address: string, session: string | null): Promise<string | null> {
    if (session !== null) return this.firstPaint.draw(ctx, session)
    return address === '/' ? this.firstPaint.drawFront(ctx) : null
  }
}

const socialImage = `content="${brand.socialImage}"`
const front = `<link rel="canonical" href="${appUrl}/" />\n    <meta property="og:url" content="${appUrl}/" />\n  </head>`

/** Who reads these from afar needs the whole address, which a build does not know. Only the front page is for search results. */
const withFullAddresses = (html: string, path: string) => {
  const page = html.replaceAll(socialImage, () => `content="${appUrl}${brand.socialImage}"`)
  return path === '/' ? page.replace('</head>', () => front) : page
}

/**
 * Lines for the page's head that name what the screen at this address begins with, so that all of it comes at once. Who comes without a
 * session need not ask who they are.
 */
const firstLines = (address: string, isMember: boolean, loads: Record<string, string>): string => {
  const path = address.split('?', 1)[0]!
  const screen = isMember ? path.split('/')[1] : path === '/' ? 'visitor' : undefined
  const known = (screen !== undefined && Object.hasOwn(loads, screen) && loads[screen]) || ''
  const chat = isMember ? namedChat.exec(address) : null
  return (isMember ? whoIsThere : visitor) + known + (chat ? asked(`/api/chats/${chat[1]}${chat[2] ?? ''}`) : '')
}
const asked = (path: string) => `<link rel="preload" as="fetch" crossorigin href="${path}">`
const whoIsThere = asked('/api/auth/user')
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** A chat that is asked for as its address says, and not as a new one, which only the app may ask for. */
const namedChat = new RegExp(`^/chat/(${uuid})(\\?session=${uuid})?$`)
const visitor = '<meta name="visitor" content="true">'

/**
 * With the screen that was drawn in its place. What it is drawn with comes first; what the app will be made of stands by until then
 * (`boot.ts` asks for it), and what was read for the screen need not be asked for.
 */
const withScreen = (page: string, screen: string): string => {
  const parts = page.match(appParts)?.join('') ?? ''
  return page
    .replaceAll(appParts, '')
    .replaceAll(calls, '')
    .replaceAll('rel="preload" as="style"', 'rel="stylesheet"')
    .replace('<div id="root"></div>', () => `${screen}<template id="app-parts">${parts}</template>`)
}
const appParts =
  /<link rel="modulepreload"[^>]*>|<script type="module" crossorigin src="\/assets\/main-[^>]*><\/script>/g
const calls = /<link rel="preload" as="fetch"[^>]*>/g
