import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HttpContext, Server } from '@adonisjs/core/http'
import type { Logger } from '@adonisjs/core/logger'
import { inject } from 'light-my-request'
import { projectRoot } from '#config/env'

/** What a call of a page's own was answered with. */
interface Answer {
  body: unknown
  link: string | null
}
interface Painter {
  paint(address: string, ask: (path: string) => Promise<Answer | null>): Promise<{ html: string; data: unknown } | null>
}

const file = join(projectRoot, 'apps/web/dist/.painter/first_paint.js')

/**
 * Draws the first screen of somebody with a session, so that it is seen before the app runs: as the app itself would, from the answers to
 * the calls that the app would make. These go through all that stands before a call, in this process and without a socket. When anything
 * is amiss the page goes out without, and the app does it all.
 */
export class FirstPaint {
  #painter?: Promise<Painter | null>

  constructor(
    private readonly server: Server,
    private readonly logger: Logger
  ) {}

  /** The screen at the address that is asked for, in the app's own root, and what was read for it. */
  async draw(ctx: HttpContext): Promise<string | null> {
    try {
      const painter = await (this.#painter ??= load())
      const screen = await painter?.paint(ctx.request.url(true), (path) => this.#ask(ctx, path))
      if (!screen) return null
      const data = JSON.stringify(screen.data).replaceAll('<', '\\u003c')
      // Seen, but not to be used yet: the app puts its own in the place of it.
      const root = `<div id="root"><div inert aria-hidden="true">${screen.html}</div></div>`
      return `${root}<script type="application/json" id="first-data">${data}</script>`
    } catch (error) {
      this.logger.warn({ err: error }, 'a first screen could not be drawn: the app does it')
      return null
    }
  }

  async #ask(ctx: HttpContext, path: string): Promise<Answer | null> {
    const { cookie, host } = ctx.request.request.headers
    const answer = await inject((request, response) => void this.server.handle(request as never, response as never), {
      method: 'GET',
      url: path,
      remoteAddress: ctx.request.request.socket.remoteAddress,
      headers: { accept: 'application/json', cookie, host },
    })
    if (answer.statusCode !== 200) return null
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    for (const one of cookies) ctx.response.append('Set-Cookie', one)
    return { body: answer.json(), link: (answer.headers.link as string | undefined) ?? null }
  }
}

const load = async (): Promise<Painter | null> => (existsSync(file) ? import(pathToFileURL(file).href) : null)
