import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { Page } from 'playwright-core'
import type { Client } from '#tests/support/client'
import { startStage, type Stage } from '#tests/support/stage'
import { Visitor, type VisitorOptions } from './visitor.ts'

export interface Scene {
  assert: Assert
  stage: Stage
  visitor: Visitor
  /** The visitor's first tab. */
  page: Page
  /** The account the visitor came with; null for a stranger. */
  client: Client | null
}

export interface JourneyOptions extends Partial<Omit<VisitorOptions, 'url' | 'as'>> {
  /** Comes signed in, with a new account and so many rubies. */
  rubies?: number
  /** A server that may be killed; the others share one. */
  ownServer?: boolean
}

let shared: Promise<Stage> | null = null

/** The server that all journeys use which don't harm it. */
export const sharedStage = (): Promise<Stage> => (shared ??= startStage())

/**
 * A test with a browser of its own. It fails, too, when the page met an error that nobody expected. A machine that is out of breath
 * gets a second try, and what went wrong at the first is told.
 */
export const journey = (title: string, options: JourneyOptions, run: (scene: Scene) => Promise<void>) =>
  test(title, async ({ assert }) => {
    const stage = options.ownServer ? await startStage() : await sharedStage()
    const client = options.rubies === undefined ? null : await stage.visitor(options.rubies)
    const visitor = await Visitor.open({ ...options, url: stage.server.url, as: client ?? undefined })
    try {
      await run({ assert, stage, visitor, page: visitor.page, client })
      assert.deepEqual(visitor.unexpected(), [])
    } catch (error) {
      console.error(`Went wrong, perhaps not for the last time: ${title}\n`, error)
      await keepPicture(visitor, title)
      if (visitor.unexpected().length > 0) console.error('The page met:', visitor.unexpected())
      throw error
    } finally {
      await visitor.context.close()
      if (options.ownServer) await stage.close()
    }
  })

/** With SHOTS=folder, what each tab looked like when its test failed. */
const keepPicture = async ({ context }: Visitor, title: string) => {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  for (const [index, page] of context.pages().entries()) {
    const name = `${title.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80)}-${index}.png`
    await page.screenshot({ path: join(folder, name) }).catch(() => {})
  }
}
