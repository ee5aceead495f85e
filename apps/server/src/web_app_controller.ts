import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { brand } from '#config/brand'
import { appUrl, projectRoot } from '#config/env'
import publicPages from '#config/public_pages'
import rubies from '#config/rubies'
import {
  sidebarAttribute,
  sidebarCookie,
  SitePages,
  sitePageNames,
  themeAttribute,
  themeCookie,
} from '#modules/accounts/index'
import { CreatorProfiles } from '#modules/community/index'
import { SharedCharacters } from '#modules/gallery/index'
import { nilUuid } from '#modules/kernel/ids'
import { uuidPattern } from '#modules/kernel/path_segment'
import { Replicas } from '#modules/kernel/replicas'
import { problem } from '#modules/kernel/refusals'
import { addressPreload, callPreload, readBuiltPage, type BuiltPage, type MatchedScreen } from './built_page.ts'
import { creatorMeta, jsonInHtml, shareMeta, siteMeta } from './page_meta.ts'
import { PageRenderer, type RenderedPage } from './page_renderer.ts'
import { PicturePreloads } from './picture_preloads.ts'

const compress = promisify(gzip)
/** Longer pages are compressed on a libuv thread. Shorter pages are compressed synchronously, so that they never wait for a busy thread. */
const syncGzipMax = 100_000

/** The built page, read once so that no request waits for the disk. */
const built = readBuiltPage(join(projectRoot, 'apps/web/dist'), rubies.isOn ? [] : ['/ruby-shop'])

interface PageContent {
  address: string
  hasSession: boolean
  theme: ReturnType<typeof themeAttribute>
  sidebar: ReturnType<typeof sidebarAttribute>
  screen: MatchedScreen | null
  /** HTML for the head. */
  meta: string
  rendered: RenderedPage | null
}

@inject()
export default class WebAppController {
  constructor(
    private readonly firstPictures: PicturePreloads,
    private readonly firstPaint: PageRenderer,
    private readonly shared: SharedCharacters,
    private readonly sitePages: SitePages,
    private readonly creators: CreatorProfiles,
    private readonly replicas: Replicas
  ) {}

  /**
   * Sends the page of the web app for every path except unknown API paths and missing files. Where the app shows its 404 page, the status is
   * 404, too.
   */
  async page(ctx: HttpContext) {
    const path = ctx.request.url()
    if (/^\/(api|health|assets|pictures)(\/|$)/.test(path))
      return problem(ctx, 404, 'not_found', 'There is nothing at this address.')
    if (/\.[a-z0-9]{1,8}$/i.test(path)) return problem(ctx, 404, 'not_found', 'There is no such file.')
    if (built === null) return problem(ctx, 503, 'not_built', 'The web app is not built yet: run npm run build.')
    const address = ctx.request.url(true)
    // The token may be invalid. The page requests the current user in any case.
    const session = ctx.auth.use('web').token
    const screen = built.screenAt(path, session !== null)
    const character = screen?.isShared ? await this.#sharedCharacter(ctx, screen) : undefined
    const creator = screen?.isCreator ? await this.#creator(screen, session !== null) : undefined
    const wanted = screen?.params.username?.toLowerCase()
    // Not for good, because another user may take a former username after a while.
    if (creator && creator.username.toLowerCase() !== wanted)
      return ctx.response.redirect(`/u/${creator.username}`, false, 302)
    const isMissing = character === null || creator === null || (screen?.isSitePage && !(await this.#hasSitePage(path)))
    if (isMissing || !built.hasScreenAt(path, session !== null)) ctx.response.status(404)
    const rendered = screen?.isServerRendered && !isMissing ? await this.#render(ctx, screen, session) : null
    // Writes and compresses the page in another turn, because rendering has just blocked the event loop.
    if (rendered) await nextTurn()
    const theme = themeAttribute(ctx.request.plainCookie(themeCookie, { encoded: false }))
    const sidebar = sidebarAttribute(ctx.request.plainCookie(sidebarCookie, { encoded: false }))
    const page = this.#fill(built, {
      address,
      hasSession: session !== null,
      theme,
      sidebar,
      screen,
      meta: character ? shareMeta(character) : creator ? creatorMeta(creator) : siteMeta,
      rendered,
    })
    // A page with a session's data or cookie must not enter a shared cache.
    const isPrivate = (session !== null && rendered !== null) || ctx.response.getHeader('Set-Cookie') !== undefined
    const acceptsGzip = ctx.request.encoding(['gzip']) === 'gzip'
    if (acceptsGzip) ctx.response.header('Content-Encoding', 'gzip')
    return ctx.response
      .header('Cache-Control', isPrivate ? 'private, no-store' : 'no-cache')
      .type('text/html; charset=utf-8')
      .header('Vary', 'Cookie, Accept-Encoding')
      .send(!acceptsGzip ? page : page.length > syncGzipMax ? await compress(page) : gzipSync(page))
  }

  async #render(ctx: HttpContext, screen: MatchedScreen, session: string | null): Promise<RenderedPage | null> {
    if (session !== null) return this.firstPaint.renderForSession(ctx, session)
    if (screen.isShared) return this.firstPaint.renderShared(ctx, screen.params.characterId!.toLowerCase())
    if (screen.isSitePage) return this.firstPaint.renderSitePage(ctx, sitePageAt(ctx.request.url()))
    return ctx.request.url(true) === '/' ? this.firstPaint.renderLanding(ctx) : null
  }

  async #sharedCharacter(ctx: HttpContext, { params: { characterId = '' } }: MatchedScreen) {
    if (!uuidPattern.test(characterId)) return null
    return this.replicas.run(ctx, (client) => this.shared.find(characterId, client))
  }

  /** The page itself checks what this session may see. */
  #creator({ params: { username = '' } }: MatchedScreen, hasSession: boolean) {
    return this.creators.find(username, hasSession ? anyUser : null)
  }

  async #hasSitePage(path: string): Promise<boolean> {
    return (await this.sitePages.find(sitePageAt(path), null)) !== null
  }

  #fill({ template, app }: BuiltPage, content: PageContent): string {
    const { address, hasSession, theme, sidebar, screen, meta, rendered } = content
    const [path = '', ...rest] = address.split('?')
    const query = rest.join('?')
    const themeColor = theme === '' ? '' : `<meta name="theme-color" content="${brand.themeColor[theme]}">`
    const head = [
      path === '/' ? canonical : '',
      hasSession ? '' : visitor,
      publicPages.isOn ? '' : noPublicPages,
      rubies.isOn ? '' : noRubies,
    ]
    if (rendered === null) {
      head.push(app, hasSession ? callPreload('/api/auth/user') : '')
      if (screen) head.push(screen.scripts, screen.stylePreloads, callsOf(screen), addressPreload(screen, query))
      if (screen && hasSession) head.push(this.#picture(screen))
      return template.fill({ theme, sidebar, themeColor, meta, head: head.join(''), screen: '', data: '' })
    }
    head.push(screen?.styles ?? '')
    // `boot.ts` adds the template's scripts to the head after the first paint.
    const parts = `<template id="app-parts">${app}${screen?.scripts ?? ''}</template>`
    const data = `<script type="application/json" id="first-data">${jsonInHtml(rendered.data)}</script>${parts}`
    // The rendered screen is inert until the app replaces it.
    const html = `<div inert aria-hidden="true">${rendered.html}</div>`
    return template.fill({ theme, sidebar, themeColor, meta, head: head.join(''), screen: html, data })
  }

  #picture({ picture, params }: MatchedScreen): string {
    return picture ? this.firstPictures.htmlFor(picture, params.characterId ?? '') : ''
  }
}

/** A signed-in user without rights of their own. */
const anyUser = { id: nilUuid, isAdmin: false, limitlessEnabled: false }

/** Returns the page at the path of a screen with `isSitePage`. */
const sitePageAt = (path: string) => sitePageNames.find((name) => path.toLowerCase().startsWith(`/${name}`))!

/** Without rubies, there are no rewards to ask for. */
const callsOf = ({ calls }: MatchedScreen): string =>
  rubies.isOn ? calls : calls.replace(callPreload('/api/daily-reward/check'), '')

/** Marks a page without a session, so that the app doesn't request the current user. */
const visitor = '<meta name="visitor" content="true">'

/** Tells the app not to offer links to share pages. */
const noPublicPages = '<meta name="public-pages" content="off">'

/** Tells the app to hide balances, prices, the shop and rewards. */
const noRubies = '<meta name="rubies" content="off">'

// Search engines only index the front page and share pages. Share pages have their own canonical link.
const canonical = `<link rel="canonical" href="${appUrl}/" /><meta property="og:url" content="${appUrl}/" />`
