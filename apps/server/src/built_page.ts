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
  /** Preloads of its scripts. */
  scripts: string
  /** Its stylesheets, applied. */
  styles: string
  /** Its stylesheets, preloaded for the script that applies them. */
  stylePreloads: string
  /** Preloads of the calls that it always makes. */
  calls: string
}

interface PageManifest {
  /** The script of the app, and preloads of its imports. */
  app: string
  screens: ScreenManifest[]
}

export interface MatchedScreen extends ScreenManifest {
  params: Record<string, string>
}

const slots = ['theme', 'sidebar', 'themeColor', 'meta', 'head', 'screen', 'data'] as const

/** The page and the manifest of the web app's build. Null before a build. */
export function readBuiltPage(dist: string): BuiltPage | null {
  if (!existsSync(join(dist, 'index.html'))) return null
  const read = (name: string) => readFileSync(join(dist, name), 'utf8')
  return new BuiltPage(read('index.html'), JSON.parse(read('page_manifest.json')) as PageManifest)
}

export class BuiltPage {
  readonly template: PageTemplate<(typeof slots)[number]>
  readonly app: string
  readonly #screens: { pattern: RegExp; screen: ScreenManifest }[]

  constructor(html: string, manifest: PageManifest) {
    this.template = new PageTemplate(html, slots)
    this.app = manifest.app
    this.#screens = manifest.screens.map((screen) => ({ pattern: new RegExp(screen.pattern, 'i'), screen }))
  }

  /** The screen at a path, for a request with or without a session. Null for the 404 page and for the screens of admins. */
  screenAt(path: string, hasSession: boolean): MatchedScreen | null {
    for (const { pattern, screen } of this.#screens) {
      const match = screen.isForVisitors === hasSession ? null : pattern.exec(path)
      if (match) return { ...screen, params: { ...match.groups } }
    }
    return null
  }
}

export const callPreload = (path: string): string => `<link rel="preload" as="fetch" crossorigin href="${path}">`

/** Preloads the call for the ids that the address names; nothing unless the query is empty or the expected one. */
export function addressPreload({ addressPreload, params }: MatchedScreen, query: string): string {
  if (!addressPreload || !Object.values(params).every(isId)) return ''
  const parameter = `${addressPreload.query}=`
  if (query !== '' && !(query.startsWith(parameter) && isId(query.slice(parameter.length)))) return ''
  const path = addressPreload.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name]!)
  return callPreload(`${path}?${query === '' ? '' : `${query}&amp;`}${addressPreload.suffix}`)
}

const isId = (text: string): boolean => uuidPattern.test(text)
