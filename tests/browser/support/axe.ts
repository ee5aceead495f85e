import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Page } from 'playwright-core'
import { isLongRun } from '#tests/support/long_run'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeOptions {
  /** Checks only this open list or menu, because the page behind it is inert. */
  popup?: string
  /** The page shows only a loading state. */
  isBlank?: boolean
  /** Runs only the rules that depend on the color scheme. */
  isAboutColours?: boolean
}

/**
 * Returns the violations that axe finds, one line per rule and color scheme. Only the long run checks a second scheme, by the rules that
 * depend on colors, because it also looks at every state of every screen in both schemes.
 */
export const axeViolations = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const colorScheme of isLongRun ? (['light', 'dark'] as const) : (['dark'] as const)) {
    await page.emulateMedia({ colorScheme })
    const lines = await axeViolationsInScheme(page, { isAboutColours: isLongRun && colorScheme === 'dark' })
    found.push(...lines.map((line) => `${colorScheme}: ${line}`))
  }
  return found
}

/** Returns the violations in the current color scheme. */
export const axeViolationsInScheme = async (
  page: Page,
  { popup, isBlank = false, isAboutColours = false }: AxeOptions = {}
): Promise<string[]> => {
  const options = {
    ...(isAboutColours ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
    rules: {
      // WCAG 2.2, 2.5.8 (AA): at least 24 pixels, or spacing around it. Axe does not enable it by default.
      'target-size': { enabled: true },
      ...(popup ? { region: { enabled: false } } : {}),
      ...(popup || isBlank ? { 'page-has-heading-one': { enabled: false } } : {}),
    },
  }
  // Runs axe through the debugger, because the page's content security policy blocks injected scripts.
  const debug = await page.context().newCDPSession(page)
  try {
    const isLoaded = await evaluate(debug, `typeof axe === 'object'`)
    if (!isLoaded) await evaluate(debug, source)
    return (await evaluate(
      debug,
      `(async () => {
        await Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})))
        const { violations, passes } = await axe.run(${popup ? JSON.stringify(popup) : 'document'}, ${JSON.stringify(options)})
        if (passes.length === 0 && !${isAboutColours}) throw new Error('axe checked nothing')
        // A target partly under a fixed bar has its full size once the page scrolls.
        const boxOf = (element) => element.getBoundingClientRect()
        const isFixed = (element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position)
        const isUnderBar = (target) => {
          const { left, right, top, bottom, width, height } = boxOf(target)
          const overlaps = (bar) => boxOf(bar).left < right && boxOf(bar).right > left && boxOf(bar).top < bottom && boxOf(bar).bottom > top
          return width >= 24 && height >= 24 && [...document.querySelectorAll('body *')].some((one) => isFixed(one) && !one.contains(target) && overlaps(one))
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
    // The return value of the library can't be serialized.
    returnByValue: expression !== source,
    expression,
  })
  if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
  return result.value
}
