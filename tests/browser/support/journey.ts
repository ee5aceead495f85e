import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { Page } from 'playwright-core'
import type { Client } from '#tests/support/client'
import { startSmtpInbox, type SmtpInbox } from '#tests/support/smtp_inbox'
import { startStage, type Stage } from '#tests/support/stage'
import { closeSharedChromium } from './chromium.ts'
import { Visitor, type VisitorOptions } from './visitor.ts'

export interface JourneyContext {
  assert: Assert
  stage: Stage
  visitor: Visitor
  page: Page
  /** The account of the visitor; null when signed out. */
  client: Client | null
  /** Gets the mail of the server with `hasInbox`. */
  inbox: SmtpInbox | null
}

export interface JourneyOptions extends Partial<Omit<VisitorOptions, 'url' | 'as'>> {
  /** Signs in with a new account that has this many rubies. */
  rubies?: number
  /** Starts a server for this test alone. */
  ownServer?: boolean
  /** Starts a server for this test alone, which sends its mail to an SMTP server of the test. */
  hasInbox?: boolean
  /** Additional environment variables of the test's own server. */
  env?: Record<string, string>
  limitMs?: number
}

/** Less than the runner's timeout, so that the error names the step that waits. */
const usualLimitMs = 200_000

/** The model of the tests isn't on this machine, so the demo needs the setting. */
const journeyEnv = { DEMO: 'on' }

let shared: Promise<Stage> | null = null

/** Returns the server that all journeys share. */
export const sharedStage = (): Promise<Stage> => (shared ??= startStage({ env: journeyEnv }))

/** Defines a test with its own browser context. It also fails for any unexpected error of the page. */
export const journey = (title: string, options: JourneyOptions, run: (scene: JourneyContext) => Promise<void>) =>
  test(title, async ({ assert }) => {
    const inbox = options.hasInbox ? await startSmtpInbox() : null
    const isOwn = options.ownServer || inbox !== null
    const env = { ...journeyEnv, ...(inbox && { SMTP_URL: inbox.url }), ...options.env }
    const stage = isOwn ? await startStage({ env }) : await sharedStage()
    const client = options.rubies === undefined ? null : await stage.visitor(options.rubies)
    const visitor = await Visitor.open({ ...options, url: stage.server.url, as: client ?? undefined })
    // Not all calls of Playwright have a timeout, so a hanging page could block a call forever.
    const limit = setTimeout(() => void closeSharedChromium(), options.limitMs ?? usualLimitMs)
    try {
      await run({ assert, stage, visitor, page: visitor.page, client, inbox })
      assert.deepEqual(visitor.unexpected(), [])
    } catch (error) {
      await takeScreenshots(visitor, title)
      if (visitor.unexpected().length > 0) console.error('Errors of the page:', visitor.unexpected())
      throw error
    } finally {
      clearTimeout(limit)
      // Calls that a route still fakes are aborted with the page. That is no error of the test.
      await Promise.all(visitor.context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' }))).catch(
        () => {}
      )
      // Closing fails if the browser is closed already, which would hide the test's own error.
      await visitor.context.close().catch(() => {})
      if (isOwn) await stage.close()
      await inbox?.close()
    }
  })

/** Saves a screenshot of each tab of a failed test to the folder in SHOTS, if set. */
const takeScreenshots = async ({ context }: Visitor, title: string) => {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  for (const [index, page] of context.pages().entries()) {
    const name = `${title.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80)}-${index}.png`
    await page.screenshot({ path: join(folder, name) }).catch(() => {})
  }
}
