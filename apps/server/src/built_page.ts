import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidPattern } from '#modules/kernel/path_segment'
import { PageTemplate } from './page_template.ts'

/** A screen in the `page_manifest.json` of the build (apps/web/vite/page_manifest.ts). HTML fields are inserted into the head. */
interface ScreenManifest {
  /** A regular expression for the path, with a named group for each parameter. */
  pattern: string
  isForVisitors: boolean
  isServerRendered?: boolean
  addressPreload?: { path: string; query: string; suffix: string }
  picture?: 'place' | 'scene'
  isShared?: boolean
  isSitePage?: boolean
  isCreator?: boolean
  /** The preload tags of the screen's scripts. */
  scripts: string
  /** The tags that apply the screen's stylesheets. */
  styles: string
  /** The tags that preload the screen's stylesheets for the script that applies them. */
  stylePreloads: string
  /** The preload tags of the calls that the screen always makes. */
  calls: string
}

interface PageManifest {
  /** The tags of the app's script and of the preloads of its imports. */
  app: string
  screens: ScreenManifest[]
  /** The patterns of the screens for admins, which preload nothing. */
  adminPatterns: string[]
}

export interface MatchedScreen extends ScreenManifest {
  params: Record<string, string>
}

const slots = ['theme', 'sidebar', 'themeColor', 'meta', 'head', 'screen', 'data'] as const

/** Reads the page and the manifest of the web app's build, without the screens at `hiddenPaths`. Returns null before a build. */
export function readBuiltPage(dist: string, hiddenPaths: readonly string[] = []): BuiltPage | null {
  if (!existsSync(join(dist, 'index.html'))) return null
  const read = (name: string) => readFileSync(join(dist, name), 'utf8')
  const manifest = JSON.parse(read('page_manifest.json')) as PageManifest
  const isHidden = ({ pattern }: ScreenManifest) => hiddenPaths.some((path) => new RegExp(pattern, 'i').test(path))
  return new BuiltPage(read('index.html'), {
    ...manifest,
    screens: manifest.screens.filter((screen) => !isHidden(screen)),
  })
}

export class BuiltPage {
  readonly template: PageTemplate<(typeof slots)[number]>
  readonly app: string
  readonly #adminPatterns: RegExp[]
  readonly #screens: { pattern: RegExp; screen: ScreenManifest }[]

  constructor(html: string, manifest: PageManifest) {
    this.template = new PageTemplate(html, slots)
    this.app = manifest.app
    this.#adminPatterns = manifest.adminPatterns.map((pattern) => new RegExp(pattern, 'i'))
    this.#screens = manifest.screens.map((screen) => ({ pattern: new RegExp(screen.pattern, 'i'), screen }))
  }

  /** Whether a path leads to a screen, for a request with or without a session. Any session may be an admin's. */
  hasScreenAt(path: string, hasSession: boolean): boolean {
    return (
      this.screenAt(path, hasSession) !== null ||
      (hasSession && this.#adminPatterns.some((pattern) => pattern.test(path)))
    )
  }

  /** Returns the screen at a path, for a request with or without a session. Returns null for the 404 page and for admin screens. */
  screenAt(path: string, hasSession: boolean): MatchedScreen | null {
    for (const { pattern, screen } of this.#screens) {
      const match = screen.isForVisitors === hasSession ? null : pattern.exec(path)
      if (match) return { ...screen, params: { ...match.groups } }
    }
    return null
  }
}

export const callPreload = (path: string): string => `<link rel="preload" as="fetch" crossorigin href="${path}">`

/** Returns the preload of the call for the ids in the address. Returns '' for invalid ids and for an unexpected query. */
export function addressPreload({ addressPreload, params }: MatchedScreen, query: string): string {
  if (!addressPreload || !Object.values(params).every(isId)) return ''
  const parameter = `${addressPreload.query}=`
  if (query !== '' && !(query.startsWith(parameter) && isId(query.slice(parameter.length)))) return ''
  const path = addressPreload.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name]!)
  return callPreload(`${path}?${query === '' ? '' : `${query}&amp;`}${addressPreload.suffix}`)
}

const isId = (text: string): boolean => uuidPattern.test(text)
