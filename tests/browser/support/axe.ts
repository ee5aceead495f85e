import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeOptions {
  /** With an open list or menu: the page behind is out of reach then, and only what is in front counts. */
  popup?: string
  /** A page that says no more than that it loads. */
  isBlank?: boolean
  /** The rules that a colour scheme can break, and no others. */
  isAboutColours?: boolean
}

/** What axe finds wrong with the page as it stands, in dark and in light: one line per rule and scheme, none when all is well. */
export const axeViolations = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const line of await axeViolationsAsItIs(page)) found.push(`${colorScheme}: ${line}`)
  }
  return found
}

/** The same in the scheme that the page has now. */
export const axeViolationsAsItIs = async (
  page: Page,
  { popup, isBlank = false, isAboutColours = false }: AxeOptions = {}
): Promise<string[]> => {
  const options = {
    ...(isAboutColours ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
    rules: {
      // WCAG 2.2, 2.5.8 (AA): 24 pixels, or as much room around it. Not among those that axe looks at unasked.
      'target-size': { enabled: true },
      ...(popup ? { region: { enabled: false } } : {}),
      ...(popup || isBlank ? { 'page-has-heading-one': { enabled: false } } : {}),
    },
  }
  // Through the debugger, because the page's own policy lets no foreign script in, which is as it should be.
  const debug = await page.context().newCDPSession(page)
  try {
    const isThere = await evaluate(debug, `typeof axe === 'object'`)
    if (!isThere) await evaluate(debug, source)
    return (await evaluate(
      debug,
      `(async () => {
        await Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})))
        const { violations, passes } = await axe.run(${popup ? JSON.stringify(popup) : 'document'}, ${JSON.stringify(options)})
        if (passes.length === 0 && !${isAboutColours}) throw new Error('axe looked at nothing')
        // What lies under a bar that stays, for now, is large enough as soon as it is scrolled out from under it.
        const boxOf = (element) => element.getBoundingClientRect()
        const stays = (element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position)
        const isUnderBar = (target) => {
          const { left, right, top, bottom, width, height } = boxOf(target)
          const lieOver = (bar) => boxOf(bar).left < right && boxOf(bar).right > left && boxOf(bar).top < bottom && boxOf(bar).bottom > top
          return width >= 24 && height >= 24 && [...document.querySelectorAll('body *')].some((one) => stays(one) && !one.contains(target) && lieOver(one))
        }
        for (const one of violations.filter(({ id }) => id === 'target-size'))
          one.nodes = one.nodes.filter(({ target }) => !isUnderBar(document.querySelector(target[0])))
        return violations.filter(({ nodes }) => nodes.length > 0).map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map((node) => node.html.slice(0, 120) + ' (' + node.failureSummary.split('\\n').slice(1).join(' ').trim() + ')').join(' | '))
      })()`
    )) as string[]
  } finally {
    await debug.detach()
  }
}

const evaluate = async (debug: CDPSession, expression: string): Promise<unknown> => {
  const { result, exceptionDetails } = await debug.send('Runtime.evaluate', {
    awaitPromise: true,
    // The library itself is nothing to bring home.
    returnByValue: expression !== source,
    expression,
  })
  if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
  return result.value
}
